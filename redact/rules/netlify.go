package rules

import "jezero/redact/rule"

// Netlify.
var netlify = []*rule.Rule{
	{
		ID:    "netlify-pat",
		Kind:  "netlify-pat",
		Title: "Netlify personal access token",
		Why: "It deploys sites and reads their environment as its owner. Revoke it under User " +
			"settings, Applications.",
		Source:     "https://docs.netlify.com/api/get-started/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("nfp_", "nfc_", "nfo_", "nfu_", "nfs_"), rule.AtLeast(rule.WordChars, 36)).AsMixed()},
		Confidence: rule.High,
	},
	{
		ID:    "netlify-legacy-token",
		Kind:  "netlify-legacy-token",
		Title: "Netlify token without a prefix",
		Why: "It deploys sites and reads their environment as its owner. Revoke it under User " +
			"settings, Applications.",
		Source:     "https://docs.netlify.com/api/get-started/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Between(rule.Base64URL, 43, 45)).AsExact().WithLeft(rule.Bare).WithDistinct(16).WithDigits(2)},
		Confidence: rule.Medium,
		Near:       []string{"netlify"},
	},
}
