package rules

import "jezero/redact/rule"

// Duffel.
var duffel = []*rule.Rule{
	{
		ID:    "duffel-token",
		Kind:  "duffel-token",
		Title: "Duffel access token",
		Why: "It books and changes flights at the cost of the account. Delete it in the dashboard " +
			"under Developers, Access tokens.",
		Source:     "https://duffel.com/docs/api/overview/making-requests",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("duffel_live_", "duffel_test_"), rule.AtLeast(rule.Base64URL.Or(rule.Chars("=")), 40))},
		Confidence: rule.High,
	},
}
