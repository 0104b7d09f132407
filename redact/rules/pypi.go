package rules

import "jezero/redact/rule"

// PyPI: a macaroon whose first bytes name the index.
var pypi = []*rule.Rule{
	{
		ID:    "pypi-upload-token",
		Kind:  "pypi-upload-token",
		Title: "PyPI upload token",
		Why: "It uploads releases of the project, or of every project of the account. Remove it at " +
			"pypi.org under Account settings, API tokens.",
		Source: "https://pypi.org/help/#apitoken",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("pypi-AgEIcHlwaS5vcmc"), rule.AtLeast(rule.Base64URL, 40)),
			rule.Seq(rule.Lit("pypi-AgENdGVzdC5weXBpLm9yZw"), rule.AtLeast(rule.Base64URL, 40)),
			rule.Seq(rule.Lit("pypi-AgE"), rule.AtLeast(rule.Base64URL, 85)),
		},
		Confidence: rule.High,
	},
	{
		ID:    "pyx-token",
		Kind:  "pyx-token",
		Title: "pyx token",
		Why: "It installs and publishes the packages of its owner, or of the project that a trusted " +
			"publisher serves. Revoke it in the dashboard under Tokens.",
		Source:     "https://docs.pyx.dev/authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("sk-pyx-", "tp-pyx-"), rule.AtLeast(rule.Alnum62, 44)).WithDistinct(16)},
		Confidence: rule.High,
	},
}
