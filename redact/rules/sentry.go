package rules

import "jezero/redact/rule"

// Sentry.
var sentry = []*rule.Rule{
	{
		ID:    "sentry-org",
		Kind:  "sentry-org",
		Title: "Sentry organization auth token",
		Why: "It uploads source maps and creates releases of the organisation. Revoke it under " +
			"Settings, Auth tokens.",
		Source: "https://docs.sentry.io/account/auth-tokens/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("sntrys_eyJ"), rule.AtLeast(rule.Base64Pad, 20), rule.Lit("_"), rule.AtLeast(rule.Base64, 40)).WithExtent(rule.Base64Pad.Or(rule.Chars("_-"))),
			rule.Seq(rule.Lit("sntrys_eyJ"), rule.AtLeast(rule.Base64Pad.Or(rule.Chars("_")), 60)),
		},
		Confidence: rule.High,
	},
	{
		ID:    "sentry-user",
		Kind:  "sentry-user",
		Title: "Sentry user auth token",
		Why: "It reads issues and changes projects within its scopes. Revoke it under Settings, " +
			"Auth tokens.",
		Source:     "https://docs.sentry.io/account/auth-tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("sntryu_", "sntrya_", "sntryi_", "sntryr_"), rule.Run(rule.HexLower, 64))},
		Confidence: rule.High,
	},
	{
		ID:    "sentry-legacy-token",
		Kind:  "sentry-legacy-token",
		Title: "Sentry auth token without a prefix",
		Why: "It reads issues and changes projects within its scopes. Revoke it under Settings, " +
			"Auth tokens.",
		Source:     "https://docs.sentry.io/account/auth-tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.HexLower, 64)).AsExact().WithLeft(rule.Bare).WithDistinct(8).WithDigits(3)},
		Confidence: rule.Medium,
		Near:       []string{"sentry"},
		Within:     100,
	},
}
