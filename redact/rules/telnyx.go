package rules

import "jezero/redact/rule"

// Telnyx.
var telnyx = []*rule.Rule{
	{
		ID:    "telnyx-v2-key",
		Kind:  "telnyx-v2-key",
		Title: "Telnyx API key",
		Why: "It sends messages and calls at the cost of the account. Delete it in the portal " +
			"under API keys.",
		Source:     "https://developers.telnyx.com/docs/account-setup",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("KEY"), rule.Run(rule.Base64URL, 55)).AsExact().WithDistinct(20).WithDigits(2)},
		Confidence: rule.High,
	},
}
