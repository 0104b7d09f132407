package rules

import "jezero/redact/rule"

// Codemagic.
var codemagic = []*rule.Rule{
	{
		ID:         "codemagic-token",
		Kind:       "codemagic-token",
		Title:      "Codemagic API token",
		Why:        "It starts builds as its owner. Regenerate it under Teams, Integrations.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("codemagic_"), rule.AtLeast(rule.Base64URL, 20))},
		Confidence: rule.High,
	},
}
