package rules

import "jezero/redact/rule"

// Mergify.
var mergify = []*rule.Rule{
	{
		ID:    "mergify-application-key",
		Kind:  "mergify-application-key",
		Title: "Mergify application key",
		Why: "It drives the merge queue and reads CI results of the organisation. Delete the " +
			"application key in the Mergify dashboard.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("mergify_application_key_"), rule.AtLeast(rule.Base64URL, 40))},
		Confidence: rule.High,
	},
}
