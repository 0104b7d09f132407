package rules

import "jezero/redact/rule"

// Twilio: SK for an API key, 32 hex digits for an auth token.
var twilio = []*rule.Rule{
	{
		ID:    "twilio-api-key",
		Kind:  "twilio-api-key",
		Title: "Twilio API key id",
		Why: "With its secret it sends messages and calls at the cost of the account. Delete it in " +
			"the console under API keys and tokens.",
		Source:     "https://www.twilio.com/docs/iam/api-keys",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("SK"), rule.Run(rule.HexLower, 32)).AsExact().WithLeft(rule.Alnum).WithDistinct(8).WithDigits(4)},
		Confidence: rule.High,
	},
	{
		ID:         "twilio-auth-token",
		Kind:       "twilio-auth-token",
		Title:      "Twilio auth token",
		Why:        "It does everything the account can do. Promote the secondary token in the console.",
		Source:     "https://www.twilio.com/docs/usage/api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.HexLower, 32)).AsExact().WithLeft(rule.Bare).WithDistinct(8).WithDigits(3)},
		Confidence: rule.Medium,
		Near:       []string{"twilio"},
	},
}
