package rules

import "jezero/redact/rule"

// Render.
var render = []*rule.Rule{
	{
		ID:    "render-api-key",
		Kind:  "render-api-key",
		Title: "Render API key",
		Why: "It deploys services and reads their environment. Revoke it under Account settings, " +
			"API keys.",
		Source:     "https://render.com/docs/api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("rnd_"), rule.AtLeast(rule.Alnum62, 28)).WithDigits(1)},
		Confidence: rule.High,
	},
}
