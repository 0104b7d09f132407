package rules

import "jezero/redact/rule"

// Scale AI, Lob and others: live_ or test_ and hex digits.
var scaleai = []*rule.Rule{
	{
		ID:    "scale-api-key",
		Kind:  "scale-api-key",
		Title: "Scale AI API key",
		Why: "It creates tasks and reads data at the cost of the account. Rotate it in the " +
			"dashboard of its issuer.",
		Source: "https://docs.scale.com/reference/authentication",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("live_", "test_"), rule.Run(rule.HexLower, 32)).AsExact().WithDistinct(8),
			rule.Seq(rule.Any("live_auth_", "test_auth_"), rule.Run(rule.HexLower, 32)).AsExact().WithDistinct(8),
		},
		Confidence: rule.High,
	},
}
