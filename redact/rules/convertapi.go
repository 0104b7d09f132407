package rules

import "jezero/redact/rule"

// ConvertAPI.
var convertapi = []*rule.Rule{
	{
		ID:         "convertapi-secret",
		Kind:       "convertapi-secret",
		Title:      "ConvertAPI secret",
		Why:        "It converts at the cost of the account. Roll it in the dashboard.",
		Source:     "https://www.convertapi.com/doc/auth",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("secret_"), rule.Run(rule.Alnum62, 16)).AsExact().WithDistinct(8)},
		Confidence: rule.Medium,
	},
}
