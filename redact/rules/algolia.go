package rules

import "jezero/redact/rule"

// Algolia.
var algolia = []*rule.Rule{
	{
		ID:    "algolia-api-key",
		Kind:  "algolia-api-key",
		Title: "Algolia API key",
		Why: "An admin key reads, writes and deletes every index. Delete it in the dashboard under " +
			"API keys.",
		Source:     "https://www.algolia.com/doc/guides/security/api-keys/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.HexLower, 32)).AsExact().WithLeft(rule.Bare).WithDistinct(8).WithDigits(3)},
		Confidence: rule.Medium,
		Near:       []string{"algolia"},
	},
}
