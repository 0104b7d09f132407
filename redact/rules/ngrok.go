package rules

import "jezero/redact/rule"

// ngrok.
var ngrok = []*rule.Rule{
	{
		ID:    "ngrok-authtoken",
		Kind:  "ngrok-authtoken",
		Title: "ngrok authtoken or API key",
		Why: "It opens tunnels, and as API key administers the account. Delete it in the dashboard " +
			"under Authtokens or API.",
		Source: "https://ngrok.com/docs/agent/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.Alnum62, 27), rule.Lit("_"), rule.Between(rule.Alnum62, 20, 22)).AsExact().WithLeft(rule.Bare).WithDistinct(14),
			rule.Seq(rule.Any("cr_", "ak_"), rule.Run(rule.Alnum62, 27)).AsExact().WithDistinct(12),
		},
		Confidence: rule.Medium,
		Near:       []string{"ngrok"},
	},
}
