package rules

import "jezero/redact/rule"

// Thunderstore.
var thunderstore = []*rule.Rule{
	{
		ID:         "thunderstore-token",
		Kind:       "thunderstore-token",
		Title:      "Thunderstore service account token",
		Why:        "It uploads packages of the team. Delete it under Teams, Service accounts.",
		Source:     "https://thunderstore.io/api/docs/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("tss_"), rule.Between(rule.Base64URL, 20, 80)).AsMixed()},
		Confidence: rule.High,
	},
}
