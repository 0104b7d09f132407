package rules

import "jezero/redact/rule"

// Checkout.com.
var checkout = []*rule.Rule{
	{
		ID:         "checkout-secret-key",
		Kind:       "checkout-secret-key",
		Title:      "Checkout.com secret key",
		Why:        "It takes and refunds payments. Rotate it in the dashboard under Keys.",
		Source:     "https://www.checkout.com/docs/developer-resources/api/manage-api-keys",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("sk_test_", "sk_sbox_", "sk_live_", "sk_"), rule.Run(rule.Hex, 8), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 12))},
		Confidence: rule.High,
	},
}
