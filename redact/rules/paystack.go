package rules

import "jezero/redact/rule"

// Paystack.
var paystack = []*rule.Rule{
	{
		ID:    "paystack-secret",
		Kind:  "paystack-secret",
		Title: "Paystack secret key",
		Why: "It takes and refunds payments of the account. Generate a new key in the dashboard " +
			"under API keys and webhooks.",
		Source: "https://paystack.com/docs/api/authentication/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("sk_live_", "sk_test_"), rule.Run(rule.HexLower, 40)).AsExact(),
			rule.Seq(rule.Lit("sk_"), rule.Between(rule.Lower, 3, 12), rule.Lit("_"), rule.Run(rule.Alnum62, 40)).AsExact(),
		},
		Confidence: rule.High,
		Near:       []string{"paystack"},
	},
}
