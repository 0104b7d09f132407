package rules

import "jezero/redact/rule"

// Duo Security.
var duo = []*rule.Rule{
	{
		ID:     "duo-secret-key",
		Kind:   "duo-secret-key",
		Title:  "Duo secret key",
		Why:    "With the integration key it asks for and answers second factors of every user. Reset it in the admin panel under Applications.",
		Source: "https://duo.com/docs/authapi",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.Alnum62, 40)).AsExact().WithLeft(rule.Bare).WithDistinct(14).WithDigits(4).AsMixed(),
		},
		Confidence: rule.Medium,
		Near:       []string{"skey", "duosecurity", "duo_"},
		Within:     40,
	},
}
