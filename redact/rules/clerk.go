package rules

import "jezero/redact/rule"

// Clerk and WorkOS.
var clerk = []*rule.Rule{
	{
		ID:    "clerk-secret",
		Kind:  "clerk-secret",
		Title: "Clerk secret key",
		Why: "It administers every user and session of the instance. Roll it in the dashboard " +
			"under API keys.",
		Source:     "https://clerk.com/docs/deployments/clerk-environment-variables",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("sk_live_", "sk_test_"), rule.Between(rule.Alnum62, 32, 50))},
		Confidence: rule.High,
		Near:       []string{"clerk"},
	},
	{
		ID:    "workos-production",
		Kind:  "workos-production",
		Title: "WorkOS or Highnote API key",
		Why: "It administers directories and connections, or the accounts of the card programme. " +
			"Roll it in the dashboard under API keys.",
		Source:     "https://workos.com/docs/glossary/api-key",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("sk_live_a2V5X", "sk_test_a2V5X", "rk_live_a2V5X", "rk_test_a2V5X"), rule.AtLeast(rule.Base64Pad, 30))},
		Confidence: rule.High,
	},
}
