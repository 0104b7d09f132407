package rules

import "jezero/redact/rule"

// Twilio SendGrid: SG, 22 characters and 43 characters.
var sendgrid = []*rule.Rule{
	{
		ID:    "sendgrid-token",
		Kind:  "sendgrid-token",
		Title: "SendGrid API key",
		Why: "It sends mail in the name of the domains of the account. Delete it under Settings, " +
			"API keys.",
		Source: "https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("SG."), rule.Run(rule.Base64URL, 22), rule.Lit("."), rule.Run(rule.Base64URL, 43)).WithLeft(rule.None),
			rule.Seq(rule.Lit("SG."), rule.Between(rule.Base64URL, 18, 26), rule.Lit("."), rule.Between(rule.Base64URL, 38, 50)),
			rule.Seq(rule.Lit("SG."), rule.Run(rule.Base64URL.Or(rule.Chars("=.")), 66)),
		},
		Confidence: rule.High,
	},
}
