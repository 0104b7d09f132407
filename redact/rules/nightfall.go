package rules

import "jezero/redact/rule"

// Nightfall.
var nightfall = []*rule.Rule{
	{
		ID:         "nightfall-key",
		Kind:       "nightfall-key",
		Title:      "Nightfall API key",
		Why:        "It scans at the cost of the account. Delete it in the console.",
		Source:     "https://help.nightfall.ai/developer-api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("NF-"), rule.Run(rule.Alnum62, 32)).AsExact().WithDistinct(8)},
		Confidence: rule.High,
	},
}
