package rules

import "jezero/redact/rule"

// Apify.
var apify = []*rule.Rule{
	{
		ID:    "apify-api-token",
		Kind:  "apify-api-token",
		Title: "Apify API token",
		Why: "It runs actors at the cost of the account and reads their data. Delete it under " +
			"Settings, API and integrations.",
		Source: "https://docs.apify.com/platform/integrations/api",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("apify_api_"), rule.Between(rule.Alnum62, 34, 40)).WithExtent(rule.Base64URL),
			rule.Seq(rule.Lit("apify_api_"), rule.Between(rule.Base64URL, 34, 40)),
		},
		Confidence: rule.High,
	},
}
