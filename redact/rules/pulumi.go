package rules

import "jezero/redact/rule"

// Pulumi Cloud.
var pulumi = []*rule.Rule{
	{
		ID:    "pulumi-api-token",
		Kind:  "pulumi-api-token",
		Title: "Pulumi access token",
		Why: "It reads the state of stacks, their secrets included, and changes infrastructure. " +
			"Delete it under Personal (or Organization) access tokens.",
		Source:     "https://www.pulumi.com/docs/pulumi-cloud/access-management/access-tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("pul-"), rule.AtLeast(rule.LowerNum, 40))},
		Confidence: rule.High,
	},
}
