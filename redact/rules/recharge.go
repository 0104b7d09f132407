package rules

import "jezero/redact/rule"

// Recharge, subscriptions for shops.
var recharge = []*rule.Rule{
	{
		ID:    "recharge-api-token",
		Kind:  "recharge-api-token",
		Title: "Recharge API token",
		Why: "It reads and changes the customers and subscriptions of the shop. Delete it under " +
			"Apps, API tokens. The issuer's reference does not give the format, a scanner does.",
		Since: "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("sk_test_", "sk_"), rule.Any("10x", "1x", "2x", "3x", "5x"), rule.Run(rule.Digit, 1), rule.Lit("_"), rule.Run(rule.Hex, 64)).AsExact().WithDistinct(8),
		},
		Confidence: rule.High,
	},
}
