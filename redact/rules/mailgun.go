package rules

import "jezero/redact/rule"

// Mailgun: key- and 32 characters, or the dashed form of 32, 8 and 8 hex digits.
var mailgun = []*rule.Rule{
	{
		ID:    "mailgun-private",
		Kind:  "mailgun-private",
		Title: "Mailgun private API key",
		Why: "It sends mail in the name of the domains of the account and reads its logs. Delete " +
			"it in the control panel under API security.",
		Source:     "https://documentation.mailgun.com/docs/mailgun/api-reference/authentication/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("key-"), rule.Run(rule.LowerNum, 32)).AsExact().WithDistinct(8)},
		Confidence: rule.High,
	},
	{
		ID:    "mailgun-public",
		Kind:  "mailgun-public",
		Title: "Mailgun public validation key",
		Why: "It validates addresses at the cost of the account. Delete it in the control panel " +
			"under API security.",
		Source:     "https://documentation.mailgun.com/docs/mailgun/api-reference/authentication/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("pubkey-"), rule.Run(rule.HexLower, 32)).AsExact().WithDistinct(8)},
		Confidence: rule.High,
	},
	{
		ID: "mailgun-api-key", Kind: "mailgun-private", Title: "Mailgun API key of the dashed form",
		Why:        "It sends mail in the name of the domains of the account and reads its logs. Delete it in the control panel under API security.",
		Source:     "https://documentation.mailgun.com/docs/mailgun/api-reference/authentication/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.HexLower, 32), rule.Lit("-"), rule.Run(rule.HexLower, 8), rule.Lit("-"), rule.Run(rule.HexLower, 8)).AsExact().WithLeft(rule.Bare).WithDistinct(8)},
		Confidence: rule.Medium,
		Near:       []string{"mailgun", "mg_api", "mailgun.net"},
	},
}
