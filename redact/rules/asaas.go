package rules

import "jezero/redact/rule"

// Asaas.
var asaas = []*rule.Rule{
	{
		ID:     "asaas-api-token",
		Kind:   "asaas-api-token",
		Title:  "Asaas API key",
		Why:    "It takes payments and transfers money of the account. Revoke it under Integrations.",
		Source: "https://docs.asaas.com/docs/authentication-1",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("$aact_"), rule.Any("prod_", "hmlg_"), rule.AtLeast(rule.Base64Pad.Or(rule.Chars(":-_")), 20)).WithLeft(rule.None),
			rule.Seq(rule.Lit("$aact_"), rule.AtLeast(rule.Base64Pad, 40)).WithLeft(rule.None),
		},
		Confidence: rule.High,
	},
}
