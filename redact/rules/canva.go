package rules

import "jezero/redact/rule"

// Canva.
var canva = []*rule.Rule{
	{
		ID:    "canva-client-secret",
		Kind:  "canva-client-secret",
		Title: "Canva client secret",
		Why: "With the client id it redeems codes for user tokens. Generate a new secret in the " +
			"Developer portal.",
		Source:     "https://www.canva.dev/docs/connect/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("cnvca"), rule.Run(rule.Base64URL, 51))},
		Confidence: rule.High,
	},
}
