package rules

import "jezero/redact/rule"

// HubSpot.
var hubspot = []*rule.Rule{
	{
		ID:    "hubspot-private-app",
		Kind:  "hubspot-private-app",
		Title: "HubSpot private app token",
		Why: "It reads and writes contacts and deals within its scopes. Rotate it under Settings, " +
			"Private apps.",
		Source:     "https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/overview",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("pat-"), rule.Between(rule.LowerNum, 2, 4), rule.Lit("-"), rule.Run(rule.Hex, 8), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 12))},
		Confidence: rule.High,
	},
	{
		ID:    "hubspot-api-key",
		Kind:  "hubspot-api-key",
		Title: "HubSpot API key",
		Why: "It reads and writes contacts and deals of the account. Rotate it under Settings, " +
			"Private apps.",
		Source:     "https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/overview",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{withUUID().AsExact().WithLeft(rule.Bare)},
		Confidence: rule.Medium,
		Near:       []string{"hubspot", "hapikey"},
		Within:     80,
	},
}
