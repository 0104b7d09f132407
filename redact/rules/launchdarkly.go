package rules

import "jezero/redact/rule"

// LaunchDarkly.
var launchdarkly = []*rule.Rule{
	{
		ID:    "launchdarkly-api-key",
		Kind:  "launchdarkly-api-key",
		Title: "LaunchDarkly access token or SDK key",
		Why: "An access token changes flags; an SDK key reads every rule of the environment. Reset " +
			"it in the account settings.",
		Source: "https://launchdarkly.com/docs/home/account/api",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			withUUID(rule.Lit("api-")).AsExact(),
			withUUID(rule.Lit("sdk-")).AsExact(),
			withUUID(rule.Lit("mob-")).AsExact(),
		},
		Confidence: rule.High,
	},
}
