package rules

import "jezero/redact/rule"

// Postman.
var postman = []*rule.Rule{
	{
		ID:    "postman-api-key",
		Kind:  "postman-api-key",
		Title: "Postman API key",
		Why: "It reads collections and environments, where other secrets are. Revoke it under " +
			"Settings, API keys.",
		Source: "https://learning.postman.com/docs/developer/postman-api/authentication/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("PMAK-"), rule.Run(rule.Alnum62, 24), rule.Lit("-"), rule.Run(rule.Alnum62, 34)),
			rule.Seq(rule.Lit("PMAK-"), rule.Run(rule.Alnum62, 59)),
		},
		Confidence: rule.High,
	},
	{
		ID:         "postman-collection-key",
		Kind:       "postman-collection-key",
		Title:      "Postman collection access key",
		Why:        "It reads one collection. Revoke it under Settings, API keys.",
		Source:     "https://learning.postman.com/docs/developer/postman-api/authentication/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("PMAT-"), rule.Run(rule.UpperNum, 26)).WithDistinct(8)},
		Confidence: rule.High,
	},
}
