package rules

import "jezero/redact/rule"

// Photoroom.
var photoroom = []*rule.Rule{
	{
		ID:         "photoroom-key",
		Kind:       "photoroom-key",
		Title:      "Photoroom API key",
		Why:        "It edits images at the cost of the account. Delete it in the API dashboard.",
		Source:     "https://docs.photoroom.com/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("sk_pr_"), rule.Between(rule.Alnum62, 1, 64), rule.Lit("_"), rule.Run(rule.HexLower, 40))},
		Confidence: rule.High,
	},
}
