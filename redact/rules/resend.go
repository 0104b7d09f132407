package rules

import "jezero/redact/rule"

// Resend and Loops.
var resend = []*rule.Rule{
	{
		ID:         "resend-api-key",
		Kind:       "resend-api-key",
		Title:      "Resend API key",
		Why:        "It sends mail in the name of the domains of the account. Delete it under API keys.",
		Source:     "https://resend.com/docs/dashboard/api-keys/introduction",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("re_"), rule.Run(rule.Alnum62, 8), rule.Lit("_"), rule.Run(rule.Alnum62, 24))},
		Confidence: rule.High,
	},
}
