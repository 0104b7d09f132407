package rules

import "jezero/redact/rule"

// Branch.
var branchio = []*rule.Rule{
	{
		ID:    "branch-key",
		Kind:  "branch-key",
		Title: "Branch key",
		Why: "It creates links of the app; with the secret it reads and changes them. Regenerate " +
			"the secret in the dashboard.",
		Source: "https://help.branch.io/developers-hub/docs",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("key_live_", "key_test_"), rule.Run(rule.Alnum62, 32)),
			rule.Seq(rule.Any("secret_live_", "secret_test_"), rule.Run(rule.Alnum62, 32)),
		},
		Confidence: rule.High,
	},
}
