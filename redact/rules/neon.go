package rules

import "jezero/redact/rule"

// Neon.
var neon = []*rule.Rule{
	{
		ID:    "neon-api-key",
		Kind:  "neon-api-key",
		Title: "Neon API key",
		Why: "It administers projects, branches and their passwords. Revoke it under Account " +
			"settings, API keys.",
		Source: "https://neon.com/docs/manage/api-keys",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("napi_"), rule.AtLeast(rule.LowerNum, 40)),
			rule.Seq(rule.Lit("napi_"), rule.AtLeast(rule.Alnum62, 40)),
		},
		Confidence: rule.High,
	},
}
