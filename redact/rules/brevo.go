package rules

import "jezero/redact/rule"

// Brevo (Sendinblue).
var brevo = []*rule.Rule{
	{
		ID:    "brevo-api-key",
		Kind:  "brevo-api-key",
		Title: "Brevo API key",
		Why: "It sends mail in the name of the account and reads its contacts. Delete it under " +
			"SMTP and API.",
		Source: "https://developers.brevo.com/docs/getting-started",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("xkeysib-", "xsmtpsib-"), rule.Run(rule.HexLower, 64), rule.Lit("-"), rule.Run(rule.Alnum62, 16)),
			rule.Seq(rule.Any("xkeysib-", "xsmtpsib-"), rule.AtLeast(rule.Base64URL, 60)),
		},
		Confidence: rule.High,
	},
}
