package rules

import "jezero/redact/rule"

// Pinterest.
var pinterest = []*rule.Rule{
	{
		ID:    "pinterest-access",
		Kind:  "pinterest-access",
		Title: "Pinterest access token",
		Why: "It acts for the user within its scopes. Remove the access of the app in the " +
			"settings.",
		Source: "https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("pina_", "pinr_", "pinc_"), rule.AtLeast(rule.Base64URL, 32)).WithDigits(1),
			rule.Seq(rule.Any("pina_", "pinr_", "pinc_"), rule.Between(rule.Alnum62, 20, 31)).WithExtent(rule.Base64URL).WithDistinct(12).WithDigits(2),
		},
		Confidence: rule.High,
	},
}
