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
	{
		ID:    "zoho-api-key",
		Kind:  "zoho-api-key",
		Title: "Zoho ZAPI key or client secret",
		Why: "It calls functions and webhooks of the organisation, or signs in as the client. " +
			"Regenerate it in the settings of the function or in the API console.",
		Source: "https://www.zoho.com/developer/help/extensions/rest-api.html",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("1001."), rule.Run(rule.HexLower, 32), rule.Lit("."), rule.Run(rule.HexLower, 32)).WithLeft(rule.Alnum).WithDistinct(8),
			rule.Seq(rule.Lit("1003."), rule.Between(rule.HexLower, 32, 64)).AsExact().WithLeft(rule.Bare).WithDistinct(8),
			rule.Seq(rule.Run(rule.HexLower, 42)).AsExact().WithLeft(rule.Bare).WithDistinct(8).WithDigits(4),
		},
		Confidence: rule.Medium,
		Near:       []string{"zoho", "zapikey"},
		Within:     120,
	},
}
