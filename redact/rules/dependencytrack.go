package rules

import "jezero/redact/rule"

// OWASP Dependency-Track.
var dependencyTrack = []*rule.Rule{
	{
		ID:    "dependency-track-key",
		Kind:  "dependency-track-key",
		Title: "Dependency-Track API key",
		Why: "It reads and writes the inventory with the rights of its team. Regenerate it under " +
			"Administration, Access management, Teams.",
		Source:     "https://docs.dependencytrack.org/integrations/rest-api/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("odt_"), rule.AtLeast(rule.Alnum62, 32))},
		Confidence: rule.High,
	},
}
