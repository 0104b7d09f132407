package rules

import "jezero/redact/rule"

// Dub.
var dub = []*rule.Rule{
	{
		ID:     "dub-api-key",
		Kind:   "dub-api-key",
		Title:  "Dub API key",
		Why:    "It makes and changes the short links of the workspace. Delete it in the settings under API keys.",
		Source: "https://dub.co/docs/api-reference/tokens",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("dub_"), rule.Between(rule.Alnum62, 24, 36)).AsExact().WithDistinct(12).WithDigits(2),
		},
		Confidence: rule.High,
	},
}
