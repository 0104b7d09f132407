package rules

import "jezero/redact/rule"

// Harness.
var harness = []*rule.Rule{
	{
		ID:    "harness-api-key",
		Kind:  "harness-api-key",
		Title: "Harness personal or service account token",
		Why: "It runs pipelines and reads what its role allows. Delete the token in the profile or " +
			"service account.",
		Source:     "https://developer.harness.io/docs/platform/automation/api/add-and-manage-api-keys/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("pat.", "sat."), rule.Run(rule.Base64URL, 22), rule.Lit("."), rule.Run(rule.LowerNum, 24), rule.Lit("."), rule.Run(rule.Alnum62, 20))},
		Confidence: rule.High,
	},
}
