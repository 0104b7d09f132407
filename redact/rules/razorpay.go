package rules

import "jezero/redact/rule"

// Razorpay.
var razorpay = []*rule.Rule{
	{
		ID:    "razorpay-key",
		Kind:  "razorpay-key",
		Title: "Razorpay key id",
		Why: "With its secret it takes and refunds payments. Regenerate it in the dashboard under " +
			"API keys.",
		Source:     "https://razorpay.com/docs/api/authentication/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("rzp_live_", "rzp_test_"), rule.AtLeast(rule.Alnum62, 14))},
		Confidence: rule.High,
	},
}
