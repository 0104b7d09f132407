package rules

import "jezero/redact/rule"

// Clojars.
var clojars = []*rule.Rule{
	{
		ID:    "clojars-api-token",
		Kind:  "clojars-api-token",
		Title: "Clojars deploy token",
		Why: "It deploys artifacts to the groups and names of its scope. Disable it at clojars.org " +
			"under Deploy tokens.",
		Source:     "https://github.com/clojars/clojars-web/wiki/Deploy-Tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("CLOJARS_"), rule.AtLeast(rule.LowerNum, 60))},
		Confidence: rule.High,
	},
}
