package rules

import "jezero/redact/rule"

// Octopus Deploy.
var octopus = []*rule.Rule{
	{
		ID:    "octopus-deploy-api-key",
		Kind:  "octopus-deploy-api-key",
		Title: "Octopus Deploy API key",
		Why: "It deploys releases and reads variables as its owner. Revoke it in the user profile " +
			"under My API keys.",
		Source:     "https://octopus.com/docs/octopus-rest-api/how-to-create-an-api-key",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("API-"), rule.Between(rule.UpperNum, 26, 34)).WithDistinct(8).WithDigits(1)},
		Confidence: rule.High,
	},
}
