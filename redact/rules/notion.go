package rules

import "jezero/redact/rule"

// Notion.
var notion = []*rule.Rule{
	{
		ID:    "notion-integration",
		Kind:  "notion-integration",
		Title: "Notion integration token",
		Why: "It reads and writes the pages shared with the integration. Delete or refresh it " +
			"under the integration.",
		Source: "https://developers.notion.com/docs/authorization",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("ntn_"), rule.Between(rule.Digit, 8, 13), rule.Between(rule.Alnum62, 30, 40)).WithDistinct(12),
			rule.Seq(rule.Lit("ntn_"), rule.Between(rule.Alnum62, 44, 50)).WithDistinct(12),
		},
		Confidence: rule.High,
	},
	{
		ID:    "notion-legacy",
		Kind:  "notion-legacy",
		Title: "Notion integration token of the older kind",
		Why: "It reads and writes the pages shared with the integration. Delete or refresh it " +
			"under the integration.",
		Source:     "https://developers.notion.com/docs/authorization",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("secret_"), rule.Run(rule.Alnum62, 43)).AsExact().WithDistinct(14)},
		Confidence: rule.High,
	},
	{
		ID:    "notion-refresh-token",
		Kind:  "notion-refresh-token",
		Title: "Notion refresh token",
		Why: "It buys new access tokens of the workspace. Delete or refresh it under the " +
			"integration.",
		Source:     "https://developers.notion.com/docs/authorization",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("nrt_"), rule.AtLeast(rule.WordChars, 40)).AsMixed()},
		Confidence: rule.High,
	},
}
