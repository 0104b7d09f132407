package rules

import "jezero/redact/rule"

// Elastic.
var elastic = []*rule.Rule{
	{
		ID:    "elastic-cloud-key",
		Kind:  "elastic-cloud-key",
		Title: "Elastic Cloud API key",
		Why: "It administers deployments of the organisation. Delete it in the Cloud console under " +
			"API keys.",
		Source:     "https://www.elastic.co/docs/deploy-manage/api-keys/elasticsearch-api-keys",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("essu_"), rule.AtLeast(rule.Base64URL, 40)).WithExtent(rule.Base64URL.Or(rule.Chars("=")))},
		Confidence: rule.High,
	},
}
