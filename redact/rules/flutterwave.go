package rules

import "jezero/redact/rule"

// Flutterwave.
var flutterwave = []*rule.Rule{
	{
		ID:    "flutterwave-secret",
		Kind:  "flutterwave-secret",
		Title: "Flutterwave secret or encryption key",
		Why: "It takes payments and transfers money of the account. Regenerate it in the dashboard " +
			"under API keys.",
		Source:     "https://developer.flutterwave.com/docs/authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("FLWSECK_TEST-", "FLWSECK-"), rule.Between(rule.LowerNum, 12, 32), rule.Optional(rule.Lit("-X"))).WithDistinct(6)},
		Confidence: rule.High,
	},
	{
		ID:    "flutterwave-public",
		Kind:  "flutterwave-public",
		Title: "Flutterwave public key",
		Why: "It starts payments in the name of the shop; it is made to be published, but shows " +
			"which account is used. Regenerate it in the dashboard under API keys.",
		Source:     "https://developer.flutterwave.com/docs/authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("FLWPUBK_TEST-", "FLWPUBK-"), rule.Run(rule.LowerNum, 32), rule.Lit("-X"))},
		Confidence: rule.Medium,
	},
}
