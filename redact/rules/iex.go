package rules

import "jezero/redact/rule"

// IEX Cloud.
var iex = []*rule.Rule{
	{
		ID:         "iexcloud-secret",
		Kind:       "iexcloud-secret",
		Title:      "IEX Cloud secret token",
		Why:        "It reads market data at the cost of the account. Roll it in the console.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("sk_", "Tsk_"), rule.Run(rule.HexLower, 32)).AsExact().WithDistinct(8)},
		Confidence: rule.Medium,
	},
}
