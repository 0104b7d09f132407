package rules

import "jezero/redact/rule"

// Bitrise.
var bitrise = []*rule.Rule{
	{
		ID:    "bitrise-access-token",
		Kind:  "bitrise-access-token",
		Title: "Bitrise access token",
		Why: "It starts builds and reads artifacts as its owner. Revoke it under Account settings, " +
			"Security.",
		Source: "https://docs.bitrise.io/en/bitrise-platform/accounts/personal-access-tokens.html",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("bitpat_", "bitwat_"), rule.AtLeast(rule.Base64URL, 40)),
			rule.Seq(rule.Between(rule.Base64URL, 86, 88)).AsExact().WithLeft(rule.Bare).WithDistinct(20).WithDigits(2),
		},
		Confidence: rule.Medium,
		Near:       []string{"bitrise"},
	},
}
