package rules

import "jezero/redact/rule"

// Prefect Cloud.
var prefect = []*rule.Rule{
	{
		ID:    "prefect-api-token",
		Kind:  "prefect-api-token",
		Title: "Prefect API key",
		Why: "It starts flows and reads blocks that hold credentials. Delete it in the profile " +
			"under API keys.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("pnu_", "pnb_"), rule.Run(rule.Alnum62, 36)).WithDigits(1)},
		Confidence: rule.High,
	},
}
