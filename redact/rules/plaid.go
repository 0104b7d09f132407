package rules

import "jezero/redact/rule"

// Plaid.
var plaid = []*rule.Rule{
	{
		ID:    "plaid-access-token",
		Kind:  "plaid-access-token",
		Title: "Plaid access token",
		Why: "It reads the bank accounts of one customer. Invalidate it with " +
			"/item/access_token/invalidate.",
		Source: "https://plaid.com/docs/api/items/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			withUUID(rule.Any("access-sandbox-", "access-development-", "access-production-")),
			withUUID(rule.Any("public-sandbox-", "public-development-", "public-production-", "link-sandbox-", "link-production-")),
		},
		Confidence: rule.High,
	},
	{
		ID:    "plaid-secret",
		Kind:  "plaid-secret",
		Title: "Plaid secret",
		Why: "With the client id it reads the bank accounts of every customer of the application. " +
			"Rotate it in the dashboard under Keys.",
		Source:     "https://plaid.com/docs/api/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.HexLower, 30)).AsExact().WithLeft(rule.Bare).WithDistinct(8).WithDigits(3)},
		Confidence: rule.Medium,
		Near:       []string{"plaid"},
	},
}
