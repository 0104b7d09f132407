package rules

import "jezero/redact/rule"

// Auth0.
var auth0 = []*rule.Rule{
	{
		ID:    "auth0-client-secret",
		Kind:  "auth0-client-secret",
		Title: "Auth0 client secret",
		Why: "It impersonates the application and, with management scopes, administers the tenant. " +
			"Rotate it in the dashboard under the settings of the application.",
		Source:     "https://auth0.com/docs/get-started/applications",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Base64URL, 64)).AsExact().WithLeft(rule.Bare).WithDistinct(18).WithDigits(2)},
		Confidence: rule.Medium,
		Near:       []string{"auth0"},
	},
}
