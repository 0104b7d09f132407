package rules

import "jezero/redact/rule"

// Typeform.
var typeform = []*rule.Rule{
	{
		ID:         "typeform-token",
		Kind:       "typeform-token",
		Title:      "Typeform personal access token",
		Why:        "It reads the answers of the forms of its owner. Delete it under Personal tokens.",
		Source:     "https://www.typeform.com/developers/get-started/personal-access-token/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("tfp_"), rule.Between(dottedPad, 40, 59)).WithDistinct(8)},
		Confidence: rule.High,
	},
}
