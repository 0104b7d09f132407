package rules

import "jezero/redact/rule"

// SettleMint.
var settlemint = []*rule.Rule{
	{
		ID:         "settlemint-token",
		Kind:       "settlemint-token",
		Title:      "SettleMint access token",
		Why:        "It administers networks and nodes of the workspace. Delete it in the console.",
		Source:     "https://console.settlemint.com/documentation/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("sm_pat_", "sm_aat_", "sm_sat_"), rule.Run(rule.Alnum62, 16))},
		Confidence: rule.High,
	},
}
