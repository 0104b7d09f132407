package rules

import "jezero/redact/rule"

// Finage, prices of markets.
var finage = []*rule.Rule{
	{
		ID:    "finage-api-key",
		Kind:  "finage-api-key",
		Title: "Finage API key",
		Why: "It reads market data at the cost of the account. Change it in the dashboard. The " +
			"format rests on examples of clients.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("API_KEY"), rule.Run(rule.UpperNum, 32)).AsExact().WithDistinct(10).WithDigits(3)},
		Confidence: rule.High,
		Near:       []string{"finage"},
	},
}
