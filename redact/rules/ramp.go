package rules

import "jezero/redact/rule"

// Ramp.
var ramp = []*rule.Rule{
	{
		ID:    "ramp-client-secret",
		Kind:  "ramp-client-secret",
		Title: "Ramp client secret",
		Why: "With its id it reads cards and transactions of the business. Rotate it under " +
			"Developer, the app.",
		Source:     "https://docs.ramp.com/developer-api/v1/authorization",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("ramp_sec_", "ramp_tok_", "ramp_business_tok_"), rule.AtLeast(rule.Alnum62, 30))},
		Confidence: rule.High,
	},
}
