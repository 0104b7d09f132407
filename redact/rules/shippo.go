package rules

import "jezero/redact/rule"

// Shippo.
var shippo = []*rule.Rule{
	{
		ID:    "shippo-token",
		Kind:  "shippo-token",
		Title: "Shippo token",
		Why: "It buys shipping labels at the cost of the account. Regenerate it under Settings, " +
			"API.",
		Source:     "https://docs.goshippo.com/docs/guides_general/authentication/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("shippo_live_", "shippo_test_"), rule.Run(rule.HexLower, 40))},
		Confidence: rule.High,
	},
}
