package rules

import "jezero/redact/rule"

// ReadMe.
var readme = []*rule.Rule{
	{
		ID:    "readme-api-token",
		Kind:  "readme-api-token",
		Title: "ReadMe API key",
		Why: "It reads and changes the documentation project. Delete it under Configuration, API " +
			"keys.",
		Source:     "https://docs.readme.com/main/reference/authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("rdme_"), rule.Run(rule.LowerNum, 70))},
		Confidence: rule.High,
	},
}
