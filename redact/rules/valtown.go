package rules

import "jezero/redact/rule"

// Val Town.
var valtown = []*rule.Rule{
	{
		ID:         "valtown-api-token",
		Kind:       "valtown-api-token",
		Title:      "Val Town API token",
		Why:        "It reads and changes the vals of its owner. Delete it under Settings, API tokens.",
		Source:     "https://docs.val.town/api/authentication/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("vtwn_"), rule.AtLeast(rule.Base64URL, 20)).AsMixed()},
		Confidence: rule.High,
	},
}
