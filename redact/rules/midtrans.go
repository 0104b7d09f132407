package rules

import "jezero/redact/rule"

// Midtrans.
var midtrans = []*rule.Rule{
	{
		ID:    "midtrans-key",
		Kind:  "midtrans-key",
		Title: "Midtrans server or client key",
		Why: "A server key takes and refunds payments. Rotate it in the dashboard under Access " +
			"keys.",
		Source: "https://docs.midtrans.com/docs/midtrans-account",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("Mid-server-", "Mid-client-"), rule.AtLeast(rule.Base64URL, 10)),
			rule.Seq(rule.Any("SB-Mid-server-", "SB-Mid-client-"), rule.AtLeast(rule.Base64URL, 10)),
		},
		Confidence: rule.High,
	},
}
