package rules

import "jezero/redact/rule"

// Testkube.
var testkube = []*rule.Rule{
	{
		ID:     "testkube-api-key",
		Kind:   "testkube-api-key",
		Title:  "Testkube API key",
		Why:    "It starts tests and reads their results in the organization. Delete it in the settings under API tokens.",
		Source: "https://docs.testkube.io/articles/api-token-management",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("tkcapi_"), rule.Between(rule.LowerNum, 30, 64)).WithDistinct(10).WithDigits(2),
		},
		Confidence: rule.High,
	},
}
