package rules

import "jezero/redact/rule"

// Mercury.
var mercury = []*rule.Rule{
	{
		ID:    "mercury-api-token",
		Kind:  "mercury-api-token",
		Title: "Mercury API token",
		Why: "It reads the bank accounts and, with write access, sends money. Delete it under " +
			"Settings, API tokens.",
		Source:     "https://docs.mercury.com/docs/getting-started",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("mercury_production_", "mercury_sandbox_"), rule.Between(rule.Alpha, 2, 8), rule.Lit("_"), rule.Between(rule.Alnum62, 40, 50), rule.Lit("_yrucrem"))},
		Confidence: rule.High,
	},
}
