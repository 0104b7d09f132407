package rules

import "jezero/redact/rule"

// Workato.
var workato = []*rule.Rule{
	{
		ID:    "workato-developer",
		Kind:  "workato-developer",
		Title: "Workato API client token",
		Why: "It reads and starts recipes of the workspace. Refresh it under Workspace admin, API " +
			"clients.",
		Source: "https://docs.workato.com/workato-api/api-clients.html",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("wrka"), rule.Lit("-eyJ"), rule.AtLeast(rule.Base64URL, 10), rule.Lit("."), rule.AtLeast(rule.Base64URL, 10), rule.Lit("."), rule.AtLeast(rule.Base64URL, 10)),
			rule.Seq(rule.Lit("wrkaeu-eyJ"), rule.AtLeast(rule.Base64URL, 10), rule.Lit("."), rule.AtLeast(rule.Base64URL, 10), rule.Lit("."), rule.AtLeast(rule.Base64URL, 10)),
			rule.Seq(rule.Lit("wrka"), rule.Run(rule.Lower, 2), rule.Lit("-eyJ"), rule.AtLeast(rule.Base64URL, 10), rule.Lit("."), rule.AtLeast(rule.Base64URL, 10), rule.Lit("."), rule.AtLeast(rule.Base64URL, 10)),
		},
		Confidence: rule.High,
	},
}
