package rules

import "jezero/redact/rule"

// Rootly.
var rootly = []*rule.Rule{
	{
		ID:    "rootly-api-key",
		Kind:  "rootly-api-key",
		Title: "Rootly API key",
		Why: "It reads and changes incidents of the organisation. Delete it in the settings under " +
			"API keys.",
		Source:     "https://docs.rootly.com/api-reference/overview",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("rootly_"), rule.Run(rule.HexLower, 64))},
		Confidence: rule.High,
	},
}
