package rules

import "jezero/redact/rule"

// Railway.
var railway = []*rule.Rule{
	{
		ID:    "railway-token",
		Kind:  "railway-token",
		Title: "Railway token",
		Why: "It deploys and reads variables of the project or account. Delete it under Account " +
			"(or Project) settings, Tokens.",
		Source:     "https://docs.railway.com/guides/public-api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{withUUID().AsExact().WithLeft(rule.Bare)},
		Confidence: rule.Medium,
		Near:       []string{"railway"},
		Within:     80,
	},
}
