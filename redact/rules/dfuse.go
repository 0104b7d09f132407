package rules

import "jezero/redact/rule"

// dfuse and StreamingFast, data of chains.
var dfuse = []*rule.Rule{
	{
		ID:    "dfuse-api-key",
		Kind:  "dfuse-api-key",
		Title: "dfuse API key",
		Why: "It is exchanged for tokens that query chains at the cost of the account. Delete it " +
			"in the dashboard.",
		Source:     "https://docs.dfuse.io/guides/core-concepts/authentication/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("server_", "mobile_", "web_"), rule.Run(rule.HexLower, 32)).AsExact().WithDistinct(8).WithDigits(3)},
		Confidence: rule.High,
		Near:       []string{"dfuse", "streamingfast"},
	},
}
