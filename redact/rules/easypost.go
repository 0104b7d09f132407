package rules

import "jezero/redact/rule"

// EasyPost.
var easypost = []*rule.Rule{
	{
		ID:    "easypost-api-key",
		Kind:  "easypost-api-key",
		Title: "EasyPost API key",
		Why: "It buys shipping labels at the cost of the account. Delete it in the dashboard under " +
			"API keys.",
		Source:     "https://docs.easypost.com/docs/authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("EZAK", "EZTK"), rule.Run(rule.Alnum62, 54))},
		Confidence: rule.High,
	},
}
