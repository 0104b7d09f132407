package rules

import "jezero/redact/rule"

// Hop.
var hop = []*rule.Rule{
	{
		ID:     "hop-token",
		Kind:   "hop-token",
		Title:  "Hop token",
		Why:    "It deploys into the project, or acts as its owner. Delete it in the settings under Tokens.",
		Source: "https://docs.hop.io/reference/rest-api",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("hop_pat_"), rule.Between(rule.Base64URL, 20, 80)).WithDistinct(12).WithDigits(2),
			rule.Seq(rule.Lit("ptk_"), rule.Between(rule.Alnum62, 24, 80)).AsExact().WithDistinct(14).WithDigits(2).AsMixed(),
		},
		Confidence: rule.High,
	},
}
