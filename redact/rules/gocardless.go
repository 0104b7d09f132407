package rules

import "jezero/redact/rule"

// GoCardless.
var gocardless = []*rule.Rule{
	{
		ID:    "gocardless-api-token",
		Kind:  "gocardless-api-token",
		Title: "GoCardless access token",
		Why: "It takes payments by direct debit from the customers of the account. Delete it in " +
			"the dashboard under Developers.",
		Source:     "https://developer.gocardless.com/api-reference/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("live_", "sandbox_"), rule.Between(rule.Base64URL.Or(rule.Chars("=")), 40, 42)).AsExact().WithDistinct(14).WithDigits(2)},
		Confidence: rule.High,
	},
}
