package rules

import "jezero/redact/rule"

// X (Twitter).
var xcorp = []*rule.Rule{
	{
		ID:         "x-bearer-token",
		Kind:       "x-bearer-token",
		Title:      "X app bearer token",
		Why:        "It reads public data at the limit of the app. Regenerate it in the developer portal.",
		Source:     "https://docs.x.com/resources/fundamentals/authentication/overview",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("AAAAAAAAAAAAAAAAAAAAA"), rule.Between(rule.Alnum62.Or(rule.Chars("%")), 20, 100), rule.Lit("%3D"), rule.AtLeast(rule.Alnum62, 40))},
		Confidence: rule.High,
	},
	{
		ID:         "x-access-token",
		Kind:       "x-access-token",
		Title:      "X access token",
		Why:        "With its secret it acts as the user. Regenerate it in the developer portal.",
		Source:     "https://docs.x.com/resources/fundamentals/authentication/overview",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Between(rule.Digit, 6, 20), rule.Lit("-"), rule.Run(rule.Alnum62, 40)).AsExact().WithLeft(rule.Alnum).WithDistinct(16)},
		Confidence: rule.Medium,
		Near:       []string{"twitter", "oauth_token", "access_token_key", "access_token_secret", "consumer_key"},
	},
	{
		ID:    "x-secret",
		Kind:  "x-secret",
		Title: "X consumer key or secret",
		Why: "With its pair it signs calls of the app or user. Regenerate it in the developer " +
			"portal.",
		Source: "https://docs.x.com/resources/fundamentals/authentication/overview",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.Alnum62, 50)).AsExact().WithLeft(rule.Bare).WithDistinct(18).WithDigits(2),
			rule.Seq(rule.Run(rule.Alnum62, 45)).AsExact().WithLeft(rule.Bare).WithDistinct(18).WithDigits(2),
			rule.Seq(rule.Run(rule.Alnum62, 25)).AsExact().WithLeft(rule.Bare).WithDistinct(12).WithDigits(1),
		},
		Confidence: rule.Medium,
		Near:       []string{"twitter"},
	},
}
