package rules

import "jezero/redact/rule"

// Zuplo: the last eight hex digits are a CRC-32.
var zuplo = []*rule.Rule{
	{
		ID:    "zuplo-consumer",
		Kind:  "zuplo-consumer",
		Title: "Zuplo consumer key",
		Why: "It calls the API behind the gateway as the consumer. Roll it in the portal under " +
			"Consumers.",
		Source:     "https://zuplo.com/docs/articles/api-key-leak-detection",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("zpka_"), rule.Run(rule.LowerNum, 32), rule.Lit("_"), rule.Run(rule.HexLower, 8)).WithChecksum(rule.CRC32HexTail)},
		Confidence: rule.High,
	},
}
