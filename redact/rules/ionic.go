package rules

import "jezero/redact/rule"

// Ionic.
var ionic = []*rule.Rule{
	{
		ID:    "ionic-pat",
		Kind:  "ionic-pat",
		Title: "Ionic personal access token",
		Why: "It builds and deploys apps of its owner. Delete it under Account settings, Personal " +
			"access tokens.",
		Since: "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("ion_"), rule.Run(rule.LowerNum, 42)),
			rule.Seq(rule.Lit("ion_"), rule.Run(rule.Alnum62, 42)),
		},
		Confidence: rule.High,
	},
}
