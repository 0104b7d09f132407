package rules

import "jezero/redact/rule"

// Cloudsmith.
var cloudsmith = []*rule.Rule{
	{
		ID:    "cloudsmith-api-key",
		Kind:  "cloudsmith-api-key",
		Title: "Cloudsmith API key",
		Why: "It reads and publishes packages as its owner. Refresh it under User settings, API " +
			"key.",
		Source:     "https://help.cloudsmith.io/docs/api-key",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("csa_", "csk_"), rule.Run(rule.HexLower, 30), rule.Run(rule.Alnum62, 6))},
		Confidence: rule.High,
	},
}
