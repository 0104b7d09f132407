package rules

import "jezero/redact/rule"

// Defined Networking.
var definednet = []*rule.Rule{
	{
		ID:    "defined-networking-token",
		Kind:  "defined-networking-token",
		Title: "Defined Networking API key",
		Why: "It administers hosts and roles of the network. Delete it in the admin panel under " +
			"API keys.",
		Since: "0.1.0",
		Shapes: []rule.Shape{rule.Seq(rule.Lit("dnkey-"), rule.Run(lowerURLPad, 26), rule.Lit("-"), rule.Run(lowerURLPad, 52)),
			// Base 32, as the console shows it.
			rule.Seq(rule.Lit("dnkey-"), rule.Run(rule.UpperNum, 26), rule.Lit("-"), rule.Run(rule.UpperNum, 52))},
		Confidence: rule.High,
	},
}
