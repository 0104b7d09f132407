package rules

import "jezero/redact/rule"

// eBay.
var ebay = []*rule.Rule{
	{
		ID:         "ebay-client-secret",
		Kind:       "ebay-client-secret",
		Title:      "eBay client secret (Cert ID)",
		Why:        "With the client id it gets tokens of the application. Rotate it under Application keys.",
		Source:     "https://developer.ebay.com/api-docs/static/oauth-credentials.html",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("PRD-", "SBX-"), rule.Between(rule.HexLower, 8, 12), rule.Lit("-"), rule.Run(rule.HexLower, 4), rule.Lit("-"), rule.Run(rule.HexLower, 4), rule.Lit("-"), rule.Run(rule.HexLower, 4), rule.Lit("-"), rule.Between(rule.HexLower, 4, 12)).AsExact().WithLeft(rule.NoClass).WithDigits(4)},
		Confidence: rule.High,
	},
}
