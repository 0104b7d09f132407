package rules

import "jezero/redact/rule"

// Apideck.
var apideck = []*rule.Rule{
	{
		ID:    "apideck-key",
		Kind:  "apideck-key",
		Title: "Apideck API key",
		Why: "It reads and writes the connected services of every consumer. Rotate it in the " +
			"dashboard under API keys.",
		Source:     "https://developers.apideck.com/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("sk_live_", "sk_test_"), rule.Run(rule.Alnum62.Or(rule.Chars("-")), 93))},
		Confidence: rule.High,
		Near:       []string{"apideck"},
	},
}
