package rules

import "jezero/redact/rule"

// Civo.
var civo = []*rule.Rule{
	{
		ID:         "civo-api-key",
		Kind:       "civo-api-key",
		Title:      "Civo API key",
		Why:        "It administers the account. Reset it under Settings, Security.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Alnum62, 50)).AsExact().WithLeft(rule.Bare).WithDistinct(16).WithDigits(2)},
		Confidence: rule.Medium,
		Near:       []string{"civo"},
	},
}
