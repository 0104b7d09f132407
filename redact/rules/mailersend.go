package rules

import "jezero/redact/rule"

// MailerSend.
var mailersend = []*rule.Rule{
	{
		ID:    "mailersend-token",
		Kind:  "mailersend-token",
		Title: "MailerSend API token",
		Why: "It sends mail in the name of the domains of the account. Delete it under " +
			"Integrations, API tokens.",
		Source:     "https://developers.mailersend.com/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("mlsn."), rule.AtLeast(rule.Alnum62, 30))},
		Confidence: rule.High,
	},
}
