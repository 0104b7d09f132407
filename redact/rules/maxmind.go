package rules

import "jezero/redact/rule"

// MaxMind.
var maxmind = []*rule.Rule{
	{
		ID:    "maxmind-license",
		Kind:  "maxmind-license",
		Title: "MaxMind license key",
		Why: "It downloads databases and calls web services at the cost of the account. Delete it " +
			"under Manage license keys.",
		Source:     "https://support.maxmind.com/hc/en-us/articles/4407111582235-Generate-a-License-Key",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Alnum62, 6), rule.Lit("_"), rule.Run(rule.Alnum62, 29), rule.Lit("_mmk"))},
		Confidence: rule.High,
	},
}
