package rules

import "jezero/redact/rule"

// Sourcegraph.
var sourcegraph = []*rule.Rule{
	{
		ID:    "sourcegraph-token",
		Kind:  "sourcegraph-token",
		Title: "Sourcegraph access token",
		Why: "It searches and reads the code its owner may read. Delete it under Settings, Access " +
			"tokens.",
		Source: "https://sourcegraph.com/docs/cli/how-tos/creating_an_access_token",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("sgp_"), rule.Run(rule.Hex, 16), rule.Lit("_"), rule.Run(rule.Hex, 40)),
			rule.Seq(rule.Lit("sgp_local_"), rule.Run(rule.Hex, 40)),
			rule.Seq(rule.Lit("sgp_"), rule.Run(rule.Hex, 40)).AsExact(),
		},
		Confidence: rule.High,
	},
	{
		ID:    "sourcegraph-cody",
		Kind:  "sourcegraph-cody",
		Title: "Sourcegraph license or Cody gateway token",
		Why: "It uses the Cody gateway at the cost of its owner. Delete it under Settings, Access " +
			"tokens.",
		Source:     "https://sourcegraph.com/docs/cli/how-tos/creating_an_access_token",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("slk_", "sgd_", "sgs_"), rule.Run(rule.HexLower, 64))},
		Confidence: rule.High,
	},
}
