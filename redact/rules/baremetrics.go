package rules

import "jezero/redact/rule"

// Baremetrics.
var baremetrics = []*rule.Rule{
	{
		ID:         "baremetrics-api-key",
		Kind:       "baremetrics-api-key",
		Title:      "Baremetrics API key",
		Why:        "It reads revenue and customers of the account. Regenerate it under Settings, API.",
		Source:     "https://developers.baremetrics.com/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("lk_"), rule.Between(rule.Alnum62, 18, 24)).AsExact().WithDistinct(8)},
		Confidence: rule.Medium,
	},
}
