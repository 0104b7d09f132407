package rules

import "jezero/redact/rule"

// RapidAPI.
var rapidapi = []*rule.Rule{
	{
		ID:    "rapidapi-key",
		Kind:  "rapidapi-key",
		Title: "RapidAPI key",
		Why: "It calls every subscribed API at the cost of the account. Delete it under Apps, " +
			"Authorization.",
		Source:     "https://docs.rapidapi.com/docs/keys-and-key-rotation",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Alnum62, 10), rule.Lit("msh"), rule.Run(rule.Alnum62, 15), rule.Lit("p1"), rule.Run(rule.Alnum62, 6), rule.Lit("jsn"), rule.Run(rule.Alnum62, 12)).AsExact().WithLeft(rule.NoClass)},
		Confidence: rule.High,
	},
	{
		ID:    "rapidapi-legacy-key",
		Kind:  "rapidapi-legacy-key",
		Title: "RapidAPI key beside its name",
		Why: "It calls every subscribed API at the cost of the account. Delete it under Apps, " +
			"Authorization.",
		Source:     "https://docs.rapidapi.com/docs/keys-and-key-rotation",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Base64URL, 50)).AsExact().WithLeft(rule.Bare).WithDistinct(18).WithDigits(2)},
		Confidence: rule.Medium,
		Near:       []string{"rapidapi", "x-rapidapi"},
	},
}
