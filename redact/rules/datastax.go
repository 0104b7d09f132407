package rules

import "jezero/redact/rule"

// DataStax Astra.
var datastax = []*rule.Rule{
	{
		ID:     "astra-token",
		Kind:   "astra-token",
		Title:  "DataStax Astra application token",
		Why:    "It reads and writes the databases its role names. Delete it under Tokens.",
		Source: "https://docs.datastax.com/en/astra-db-serverless/administration/manage-application-tokens.html",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("AstraCS:"), rule.AtLeast(rule.Alnum62, 20)).WithExtent(rule.Alnum62.Or(rule.Chars(":"))),
			rule.Seq(rule.Lit("AstraCS%3A"), rule.AtLeast(rule.Alnum62, 20), rule.Optional(rule.Lit("%3A")), rule.Optional(rule.AtLeast(rule.Alnum62, 20))),
		},
		Confidence: rule.High,
	},
}
