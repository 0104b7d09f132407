package rules

import "jezero/redact/rule"

// Figma.
var figma = []*rule.Rule{
	{
		ID:    "figma-pat",
		Kind:  "figma-pat",
		Title: "Figma personal access token",
		Why: "It reads the files of its owner within its scopes. Revoke it under Settings, " +
			"Security.",
		Source: "https://developers.figma.com/docs/rest-api/authentication/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("figd_", "figo_", "figh_", "figor_", "figoh_", "figdh_"), rule.AtLeast(rule.Base64URL, 36)).WithDigits(1),
			rule.Seq(rule.Lit("figr_"), rule.AtLeast(rule.Base64URL, 36)).WithExtent(rule.Base64URL.Or(rule.Chars("="))).WithDigits(1),
		},
		Confidence: rule.High,
	},
	{
		ID:    "figma-plan-token",
		Kind:  "figma-plan-token",
		Title: "Figma plan access token",
		Why: "It reads and administers the plan within its scopes. Revoke it under Settings, " +
			"Security.",
		Source: "https://developers.figma.com/docs/rest-api/authentication/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("figp_"), rule.AtLeast(rule.Base64URL.Or(rule.Chars("=")), 36)).WithDigits(1),
			rule.Seq(rule.Lit("figu_"), rule.AtLeast(rule.Base64URL.Or(rule.Chars("=")), 36)).WithDigits(1),
		},
		Confidence: rule.High,
	},
}
