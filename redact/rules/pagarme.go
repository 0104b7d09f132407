package rules

import "jezero/redact/rule"

// Pagar.me.
var pagarme = []*rule.Rule{
	{
		ID:         "pagarme-live",
		Kind:       "pagarme-live",
		Title:      "Pagar.me API key",
		Why:        "It takes and refunds payments. Revoke it in the dashboard under Settings, Keys.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("ak_live_", "ak_test_"), rule.AtLeast(rule.Alnum62, 30))},
		Confidence: rule.High,
	},
}
