package rules

import "jezero/redact/rule"

// Coze.
var coze = []*rule.Rule{
	{
		ID:    "coze-pat",
		Kind:  "coze-pat",
		Title: "Coze personal access token",
		Why: "It runs bots and reads conversations as its owner. Delete it under Personal access " +
			"tokens.",
		Source:     "https://www.coze.com/docs/developer_guides/pat",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("pat_"), rule.Run(rule.Alnum62, 64))},
		Confidence: rule.High,
	},
}
