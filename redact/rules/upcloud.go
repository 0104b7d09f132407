package rules

import "jezero/redact/rule"

// UpCloud.
var upcloud = []*rule.Rule{
	{
		ID:    "upcloud-api-token",
		Kind:  "upcloud-api-token",
		Title: "UpCloud API token",
		Why: "It administers servers and storage of the account. Delete it in the control panel " +
			"under API tokens.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("ucat_"), rule.Between(rule.Alnum62, 24, 32))},
		Confidence: rule.High,
	},
}
