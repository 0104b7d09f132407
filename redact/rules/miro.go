package rules

import "jezero/redact/rule"

// Miro.
var miro = []*rule.Rule{
	{
		ID:    "miro-access-token",
		Kind:  "miro-access-token",
		Title: "Miro access token",
		Why: "It reads and changes the boards of the team within its scopes. Uninstall the app " +
			"from the team to revoke it.",
		Source: "https://developers.miro.com/reference/authorization-flow-for-expiring-access-tokens",
		Since:  "0.1.0",
		// JSON in base64 that begins with the member miro.origin, then a secret of its own.
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("eyJtaXJv"), rule.Between(rule.Alnum62.Or(rule.Chars("-")), 10, 80), rule.Lit("_"), rule.AtLeast(rule.Base64URL, 20))},
		Confidence: rule.High,
	},
}
