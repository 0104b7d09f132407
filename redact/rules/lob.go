package rules

import "jezero/redact/rule"

// Lob.
var lob = []*rule.Rule{
	{
		ID:     "lob-api-key",
		Kind:   "lob-api-key",
		Title:  "Lob API key",
		Why:    "It sends mail at the cost of the account. Delete it in the dashboard under API keys.",
		Source: "https://docs.lob.com/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("live_", "test_"), rule.Run(rule.HexLower, 35)).AsExact().WithDistinct(8),
			rule.Seq(rule.Any("live_pub_", "test_pub_"), rule.Run(rule.HexLower, 31)).AsExact().WithDistinct(8),
			rule.Seq(rule.Any("live_", "test_"), rule.Run(rule.HexLower, 34)).AsExact().WithDistinct(8),
		},
		Confidence: rule.Medium,
	},
}
