package rules

import "jezero/redact/rule"

// CockroachDB Cloud.
var cockroach = []*rule.Rule{
	{
		ID:    "cockroach-api-key",
		Kind:  "cockroach-api-key",
		Title: "CockroachDB Cloud API key",
		Why: "It administers clusters with the roles of its service account. Delete it under " +
			"Access management, the service account.",
		Source:     "https://www.cockroachlabs.com/docs/cockroachcloud/managing-access",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("CCDB1_"), rule.Run(rule.Alnum62, 22), rule.Lit("_"), rule.Run(rule.Alnum62, 40))},
		Confidence: rule.High,
	},
}
