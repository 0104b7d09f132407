package rules

import "jezero/redact/rule"

// PayPal and Braintree.
var paypal = []*rule.Rule{
	{
		ID:    "braintree-access-token",
		Kind:  "braintree-access-token",
		Title: "PayPal Braintree access token",
		Why: "It takes and refunds payments of the merchant. Revoke it in the control panel under " +
			"API keys.",
		Source:     "https://developer.paypal.com/braintree/docs/guides/authorization/tokenization-key",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("access_token$"), rule.Any("production", "sandbox"), rule.Lit("$"), rule.Run(rule.LowerNum, 16), rule.Lit("$"), rule.Run(rule.HexLower, 32))},
		Confidence: rule.High,
	},
	{
		ID:    "paypal-client-secret",
		Kind:  "paypal-client-secret",
		Title: "PayPal client secret",
		Why: "With the client id it takes and refunds payments of the account. Generate a new " +
			"secret in the dashboard under Apps and credentials.",
		Source:     "https://developer.paypal.com/api/rest/authentication/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("E"), rule.Run(rule.Base64URL, 79)).AsExact().WithLeft(rule.Bare).WithDistinct(24)},
		Confidence: rule.Medium,
		Near:       []string{"paypal"},
	},
}
