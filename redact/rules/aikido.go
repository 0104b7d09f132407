package rules

import "jezero/redact/rule"

// Aikido Security.
var aikido = []*rule.Rule{
	{
		ID:    "aikido-client-secret",
		Kind:  "aikido-client-secret",
		Title: "Aikido secret",
		Why: "It reads findings or reports scans for the workspace. Revoke it under Settings, " +
			"Integrations, API.",
		Since: "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("AIK_SECRET_"), rule.AtLeast(rule.WordChars, 60)),
			rule.Seq(rule.Lit("AIK_CI_"), rule.AtLeast(rule.WordChars, 40)),
		},
		Confidence: rule.High,
	},
}
