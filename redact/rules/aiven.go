package rules

import "jezero/redact/rule"

// Aiven.
var aiven = []*rule.Rule{
	{
		ID:    "aiven-service-password",
		Kind:  "aiven-service-password",
		Title: "Password of an Aiven service",
		Why: "It opens the database as its user, avnadmin as a rule, from wherever the service is " +
			"reachable. Reset it in the console under Users.",
		Since: "0.1.0",
		// The prefix rests on passwords that were seen, Aiven does not write of it.
		// Names of constants have no lower case.
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("AVNS_"), rule.AtLeast(rule.Base64URL, 9)).WithDistinct(7).AsMixed()},
		Confidence: rule.High,
	},
}
