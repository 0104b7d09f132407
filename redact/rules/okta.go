package rules

import "jezero/redact/rule"

// Okta.
var okta = []*rule.Rule{
	{
		ID:    "okta-api-token",
		Kind:  "okta-api-token",
		Title: "Okta API token",
		Why: "It administers users and apps with the rights of its owner. Revoke it in the admin " +
			"console under Security, API, Tokens.",
		Source:     "https://developer.okta.com/docs/guides/create-an-api-token/main/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("00"), rule.Run(rule.Base64URL, 40)).AsExact().WithLeft(rule.Bare).WithDistinct(12)},
		Confidence: rule.Medium,
		Near:       []string{"okta", "ssws"},
	},
	{
		ID:    "okta-client-secret",
		Kind:  "okta-client-secret",
		Title: "Okta client secret",
		Why: "It impersonates the application. Revoke it in the admin console under Security, API, " +
			"Tokens.",
		Source: "https://developer.okta.com/docs/guides/create-an-api-token/main/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.Base64URL, 40)).AsExact().WithLeft(rule.Bare).WithDistinct(16).WithDigits(2),
			rule.Seq(rule.Run(rule.Base64URL, 64)).AsExact().WithLeft(rule.Bare).WithDistinct(18).WithDigits(2),
		},
		Confidence: rule.Medium,
		Near:       []string{"okta_client_secret", "okta.client", "okta_secret", "okta-client-secret"},
	},
}
