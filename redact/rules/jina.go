package rules

import "jezero/redact/rule"

// Jina AI.
var jina = []*rule.Rule{
	{
		ID:    "jina-api-key",
		Kind:  "jina-api-key",
		Title: "Jina AI API key",
		Why: "It calls embeddings and readers at the cost of the account. Delete it in the " +
			"dashboard.",
		Source:     "https://jina.ai/api-dashboard/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("jina_"), rule.AtLeast(rule.Alnum62, 60)).WithExtent(rule.Base64URL)},
		Confidence: rule.High,
	},
}
