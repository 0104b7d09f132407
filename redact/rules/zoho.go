package rules

import "jezero/redact/rule"

// Zoho.
var zoho = []*rule.Rule{
	{
		ID:    "zoho-token",
		Kind:  "zoho-token",
		Title: "Zoho access or refresh token",
		Why: "It acts for the user within its scopes. Revoke it at accounts.zoho.com under " +
			"Connected apps.",
		Source: "https://www.zoho.com/accounts/protocol/oauth.html",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("1000."), rule.Run(rule.HexLower, 32), rule.Lit("."), rule.Run(rule.HexLower, 32)).WithLeft(rule.Alnum),
			rule.Seq(rule.Lit("1000."), rule.Run(rule.LowerNum, 32), rule.Lit("."), rule.Run(rule.LowerNum, 32)).WithLeft(rule.Alnum),
		},
		Confidence: rule.High,
	},
}
