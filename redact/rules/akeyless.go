package rules

import "jezero/redact/rule"

// Akeyless.
var akeyless = []*rule.Rule{
	{
		ID:    "akeyless-access-id",
		Kind:  "akeyless-access-id",
		Title: "Akeyless access id",
		Why: "It names an auth method; with its key it reads secrets. Delete the auth method or " +
			"reset its key.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("p-"), rule.Run(rule.Alnum62, 14)).AsExact().WithDistinct(8)},
		Confidence: rule.Low,
		Near:       []string{"akeyless"},
	},
}
