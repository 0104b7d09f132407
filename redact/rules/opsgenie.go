package rules

import "jezero/redact/rule"

// Opsgenie.
var opsgenie = []*rule.Rule{
	{
		ID:    "opsgenie-api-key",
		Kind:  "opsgenie-api-key",
		Title: "Opsgenie API key",
		Why: "It reads, raises and closes alerts of the account. Delete it under Settings, API key " +
			"management.",
		Source:     "https://support.atlassian.com/opsgenie/docs/api-key-management/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{withUUID().AsExact().WithLeft(rule.Bare)},
		Confidence: rule.Medium,
		Near:       []string{"opsgenie", "geniekey"},
		Within:     60,
	},
}
