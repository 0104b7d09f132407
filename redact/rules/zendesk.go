package rules

import "jezero/redact/rule"

// Zendesk and Sunshine Conversations.
var zendesk = []*rule.Rule{
	{
		ID:    "smooch-key",
		Kind:  "smooch-key",
		Title: "Sunshine Conversations key id",
		Why: "With its secret it reads and writes conversations. Deactivate it in the Admin Center " +
			"under APIs.",
		Source:     "https://developer.zendesk.com/api-reference/introduction/security-and-auth/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("act_"), rule.Run(rule.LowerNum, 24)).AsExact()},
		Confidence: rule.High,
	},
	{
		ID:    "zendesk-api-token",
		Kind:  "zendesk-api-token",
		Title: "Zendesk API token",
		Why: "With a mail address it acts as that agent. Deactivate it in the Admin Center under " +
			"APIs.",
		Source:     "https://developer.zendesk.com/api-reference/introduction/security-and-auth/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Alnum62, 40)).AsExact().WithLeft(rule.Bare).WithDistinct(14).WithDigits(2)},
		Confidence: rule.Medium,
		Near:       []string{"zendesk"},
	},
}
