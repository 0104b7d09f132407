package rules

import "jezero/redact/rule"

// Asana.
var asana = []*rule.Rule{
	{
		ID:     "asana-pat",
		Kind:   "asana-pat",
		Title:  "Asana personal access token",
		Why:    "It acts as its owner in every workspace. Revoke it in the developer console.",
		Source: "https://developers.asana.com/docs/personal-access-token",
		Since:  "0.1.0",
		Shapes: withEncoded(
			rule.Seq(rule.Any("0/", "1/", "2/"), rule.Between(rule.Digit, 15, 17), rule.Lit(":"), rule.Run(rule.HexLower, 32)).WithLeft(rule.Alnum),
			rule.Seq(rule.Any("1/", "2/"), rule.Between(rule.Digit, 15, 17), rule.Lit("/"), rule.Between(rule.Digit, 15, 17), rule.Lit(":"), rule.Run(rule.HexLower, 32)).WithLeft(rule.Alnum),
		),
		Confidence: rule.High,
	},
	{
		ID:         "asana-legacy-token",
		Kind:       "asana-legacy-token",
		Title:      "Asana personal access token of the first format",
		Why:        "It does what its owner may do. Delete it in the developer console.",
		Source:     "https://developers.asana.com/docs/personal-access-token",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("0/"), rule.Run(rule.HexLower, 32)).AsExact().WithLeft(rule.NoClass).WithDistinct(9).WithDigits(4)},
		Confidence: rule.Medium,
		Near:       []string{"asana"},
	},
}
