package rules

import "jezero/redact/rule"

// Voyage AI.
var voyage = []*rule.Rule{
	{
		ID:    "voyage-api-key",
		Kind:  "voyage-api-key",
		Title: "Voyage AI API key",
		Why: "It calls embeddings at the cost of the organisation. Delete it in the dashboard " +
			"under API keys.",
		Source: "https://docs.voyageai.com/docs/api-key-and-installation",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("pa-"), rule.Run(rule.Base64URL, 43)).AsExact().WithDistinct(16),
			rule.Seq(rule.Lit("al-"), rule.Run(rule.Base64URL, 43)).AsExact().WithDistinct(18),
		},
		Confidence: rule.High,
	},
}
