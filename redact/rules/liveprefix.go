package rules

import "jezero/redact/rule"

// Column, Twitch and other issuers whose keys begin with live_ or test_.
var livePrefix = []*rule.Rule{
	{
		ID:    "live-prefixed-key",
		Kind:  "live-prefixed-key",
		Title: "API key with the prefix live_ or test_",
		Why: "It uses the live (or test) account of its issuer. Revoke it in the dashboard of its " +
			"issuer.",
		Since: "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("live_", "test_"), rule.Run(rule.Alnum62, 27)).AsExact().WithDistinct(12).WithDigits(2),
			// Chargebee's. Names of tests are as long, and made of words.
			rule.Seq(rule.Any("live_", "test_"), rule.Between(rule.Alnum62, 32, 34)).AsExact().WithDistinct(20).WithDigits(3).AsMixed(),
			rule.Seq(rule.Lit("live_"), rule.Between(rule.Digit, 6, 12), rule.Lit("_"), rule.AtLeast(rule.Alnum62, 25)),
			rule.Seq(rule.Any("live_", "test_"), rule.Between(rule.Base64URL, 40, 50)).AsExact().WithDistinct(16).WithDigits(3),
		},
		Confidence: rule.Medium,
	},
}
