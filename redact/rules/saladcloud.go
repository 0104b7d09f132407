package rules

import "jezero/redact/rule"

// SaladCloud.
var saladcloud = []*rule.Rule{
	{
		ID:    "saladcloud-api-key",
		Kind:  "saladcloud-api-key",
		Title: "SaladCloud API key",
		Why: "It runs containers at the cost of the organisation. Delete it in the portal under " +
			"API access.",
		Source:     "https://docs.salad.com/reference/api-usage",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("salad_cloud_"), rule.Between(rule.Alnum62, 1, 20), rule.Lit("_"), rule.AtLeast(rule.Alnum62, 7))},
		Confidence: rule.High,
	},
}
