package rules

import "jezero/redact/rule"

// Xata.
var xata = []*rule.Rule{
	{
		ID:         "xata-api-key",
		Kind:       "xata-api-key",
		Title:      "Xata API key",
		Why:        "It reads and writes the databases of its owner. Delete it under Account settings, API keys.",
		Source:     "https://xata.io/docs/concepts/api-keys",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("xau_"), rule.Run(rule.Alnum62, 33)).WithDigits(1)},
		Confidence: rule.High,
	},
}
