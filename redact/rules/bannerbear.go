package rules

import "jezero/redact/rule"

// Bannerbear.
var bannerbear = []*rule.Rule{
	{
		ID:         "bannerbear-v2",
		Kind:       "bannerbear-v2",
		Title:      "Bannerbear API key",
		Why:        "It renders images at the cost of the account. Revoke it in the settings.",
		Source:     "https://developers.bannerbear.com/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("bb_pr_", "bb_ma_"), rule.Run(rule.HexLower, 30))},
		Confidence: rule.High,
	},
}
