package rules

import "jezero/redact/rule"

// Mailchimp: 32 hex digits and the data centre. Mandrill.
var mailchimp = []*rule.Rule{
	{
		ID:    "mailchimp-api-key",
		Kind:  "mailchimp-api-key",
		Title: "Mailchimp API key",
		Why: "It reads the audiences and sends campaigns of the account. Revoke it under Extras, " +
			"API keys.",
		Source:     "https://mailchimp.com/developer/marketing/guides/quick-start/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.HexLower, 32), rule.Lit("-us"), rule.Between(rule.Digit, 1, 2)).AsExact().WithLeft(rule.NoClass).WithDistinct(8)},
		Confidence: rule.High,
	},
	{
		ID:    "mandrill-api-key",
		Kind:  "mandrill-api-key",
		Title: "Mandrill API key",
		Why: "It sends mail in the name of the domains of the account. Revoke it under Extras, API " +
			"keys.",
		Source:     "https://mailchimp.com/developer/transactional/guides/quick-start/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("md-"), rule.Run(rule.Base64URL, 22)).AsExact().WithDistinct(10)},
		Confidence: rule.High,
	},
}
