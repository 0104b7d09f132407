package rules

import "jezero/redact/rule"

// Supernotes.
var supernotes = []*rule.Rule{
	{
		ID:         "supernotes-api-key",
		Kind:       "supernotes-api-key",
		Title:      "Supernotes API key",
		Why:        "It reads and writes the notes of its owner. Revoke it in the settings.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("supernotes_sk-"), rule.AtLeast(rule.WordChars.Or(rule.Chars("-")), 16))},
		Confidence: rule.High,
	},
}
