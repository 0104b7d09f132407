package rules

import "jezero/redact/rule"

// Mappedin.
var mappedin = []*rule.Rule{
	{
		ID:         "mappedin-api-key",
		Kind:       "mappedin-api-key",
		Title:      "Mappedin API key or secret",
		Why:        "Together they read the venues of the organization. Delete them under Developers, API keys.",
		Source:     "https://developer.mappedin.com/docs/mvf/v3/getting-started",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("mik_"), rule.Run(rule.Alnum62, 25)).AsExact().WithDigits(2), rule.Seq(rule.Lit("mis_"), rule.Run(rule.Alnum62, 51)).AsExact().WithDigits(2)},
		Confidence: rule.High,
	},
}
