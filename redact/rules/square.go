package rules

import "jezero/redact/rule"

// Square.
var square = []*rule.Rule{
	{
		ID:    "square-access-token",
		Kind:  "square-access-token",
		Title: "Square access token",
		Why: "It takes and refunds payments and reads the customers of the seller. Replace it in " +
			"the Developer console under Credentials.",
		Source: "https://developer.squareup.com/docs/build-basics/access-tokens",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("sq0atp-"), rule.Run(rule.Base64URL, 22)),
			rule.Seq(rule.Lit("EAAA"), rule.Run(rule.Base64URL.Or(rule.Chars("=")), 60)).AsExact().WithDistinct(14).WithDigits(2),
			rule.Seq(rule.Lit("EAAA"), rule.Run(rule.Base64URL, 46)).AsExact().WithDistinct(14).WithDigits(2),
		},
		Confidence: rule.High,
	},
	{
		ID:    "square-oauth-secret",
		Kind:  "square-oauth-secret",
		Title: "Square application secret",
		Why: "It redeems codes for tokens of every seller who authorised the application. Replace " +
			"it in the Developer console under Credentials.",
		Source: "https://developer.squareup.com/docs/build-basics/access-tokens",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("sq0csp-", "sq0csb-"), rule.Run(rule.Base64URL, 43)),
			rule.Seq(rule.Lit("sq0csp-"), rule.AtLeast(rule.Base64URL, 30)),
		},
		Confidence: rule.High,
	},
	{
		ID:    "square-app-id",
		Kind:  "square-app-id",
		Title: "Square application credential of the older kind",
		Why: "It belongs to the application's own credentials. Replace it in " +
			"the Developer console under Credentials.",
		Source:     "https://developer.squareup.com/docs/build-basics/access-tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("sq0ige-"), rule.AtLeast(rule.Base64URL, 22))},
		Confidence: rule.Medium,
	},
}
