package rules

import "jezero/redact/rule"

// Pinecone.
var pinecone = []*rule.Rule{
	{
		ID:    "pinecone-api-key",
		Kind:  "pinecone-api-key",
		Title: "Pinecone API key",
		Why: "It reads and writes the indexes of the project. Delete it in the console under API " +
			"keys.",
		Source:     "https://docs.pinecone.io/guides/projects/manage-api-keys",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("pcsk_"), rule.Between(rule.Alnum62, 5, 6), rule.Lit("_"), rule.AtLeast(rule.Alnum62, 60)).WithDistinct(10)},
		Confidence: rule.High,
	},
	{
		ID:    "pinecone-legacy-key",
		Kind:  "pinecone-legacy-key",
		Title: "Pinecone API key without a prefix",
		Why: "It reads and writes the indexes of the project. Delete it in the console under API " +
			"keys.",
		Source:     "https://docs.pinecone.io/guides/projects/manage-api-keys",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{withUUID().AsExact().WithLeft(rule.Bare)},
		Confidence: rule.Medium,
		Near:       []string{"pinecone"},
		Within:     80,
	},
}
