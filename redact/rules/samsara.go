package rules

import "jezero/redact/rule"

// Samsara.
var samsara = []*rule.Rule{
	{
		ID:    "samsara-token",
		Kind:  "samsara-token",
		Title: "Samsara API token",
		Why: "It reads vehicles and drivers of the organisation. Revoke it under Settings, API " +
			"tokens.",
		Source:     "https://developers.samsara.com/docs/authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("samsara_api_"), rule.Between(rule.Alnum62, 26, 32))},
		Confidence: rule.High,
	},
}
