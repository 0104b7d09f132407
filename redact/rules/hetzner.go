package rules

import "jezero/redact/rule"

// Hetzner Cloud.
var hetzner = []*rule.Rule{
	{
		ID:    "hetzner-api-token",
		Kind:  "hetzner-api-token",
		Title: "Hetzner Cloud API token",
		Why: "It creates, reads and destroys servers of the project. Delete it in the project " +
			"under Security, API tokens.",
		Source:     "https://docs.hetzner.com/cloud/api/getting-started/generating-api-token/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Alnum62, 64)).AsExact().WithLeft(rule.Bare).WithDistinct(20).WithDigits(2)},
		Confidence: rule.Medium,
		Near:       []string{"hetzner", "hcloud", "hcloud_token"},
	},
}
