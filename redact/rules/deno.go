package rules

import "jezero/redact/rule"

// Deno Deploy.
var deno = []*rule.Rule{
	{
		ID:    "deno-account-token",
		Kind:  "deno-account-token",
		Title: "Deno Deploy access token",
		Why: "It deploys projects and reads their environment. Revoke it under Account settings, " +
			"Access tokens.",
		Source:     "https://docs.deno.com/deploy/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("ddp_", "ddo_"), rule.AtLeast(rule.Alnum62, 36))},
		Confidence: rule.High,
	},
}
