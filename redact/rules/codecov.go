package rules

import "jezero/redact/rule"

// Codecov.
var codecov = []*rule.Rule{
	{
		ID:    "codecov-access-token",
		Kind:  "codecov-access-token",
		Title: "Codecov token",
		Why: "It uploads reports for the repository or reads its coverage. Regenerate it in the " +
			"repository settings.",
		Source: "https://docs.codecov.com/docs/codecov-uploader",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			withUUID().AsExact().WithLeft(rule.Bare),
			rule.Seq(rule.Run(rule.LowerNum, 32)).AsExact(),
		},
		Confidence: rule.Medium,
		Near:       []string{"codecov_token", "codecov_api_token", "codecov_access_token"},
		Within:     80,
	},
}
