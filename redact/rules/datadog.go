package rules

import "jezero/redact/rule"

// Datadog: 32 hex digits for an API key, 40 for an application key.
var datadog = []*rule.Rule{
	{
		ID:    "datadog-key",
		Kind:  "datadog-key",
		Title: "Datadog API or application key",
		Why: "An API key sends data; with an application key it reads and changes the account. " +
			"Revoke it under Organization settings.",
		Source: "https://docs.datadoghq.com/account_management/api-app-keys/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.HexLower, 32)).AsExact().WithLeft(rule.Bare).WithDistinct(8).WithDigits(3),
			rule.Seq(rule.Run(rule.HexLower, 40)).AsExact().WithLeft(rule.Bare).WithDistinct(8).WithDigits(3),
			rule.Seq(rule.Run(rule.LowerNum, 32)).AsExact().WithLeft(rule.Bare).WithDistinct(12).WithDigits(2),
			rule.Seq(rule.Run(rule.LowerNum, 40)).AsExact().WithLeft(rule.Bare).WithDistinct(12).WithDigits(2),
		},
		Confidence: rule.Medium,
		Near:       []string{"datadog", "dd_api", "dd_app", "dd-api", "dd-app"},
	},
	{
		ID:    "datadog-client-token",
		Kind:  "datadog-client-token",
		Title: "Datadog client token",
		Why: "It sends logs and page views from browsers; it is published with the pages it " +
			"measures. Revoke it under Organization settings.",
		Source:     "https://docs.datadoghq.com/account_management/api-app-keys/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("pub"), rule.Run(rule.HexLower, 32)).AsExact().WithDistinct(8)},
		Confidence: rule.Medium,
	},
	{
		ID:    "datadog-app-key",
		Kind:  "datadog-app-key",
		Title: "Datadog application key with a prefix",
		Why: "It reads and changes the account as its owner. Revoke it under Organization " +
			"settings.",
		Source: "https://docs.datadoghq.com/account_management/api-app-keys/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("ddapp_"), rule.AtLeast(rule.Alnum62, 34)),
			rule.Seq(rule.Lit("ddpat_"), rule.AtLeast(rule.Alnum62, 30)),
		},
		Confidence: rule.High,
	},
}
