package rules

import "jezero/redact/rule"

// Twilio Segment.
var segment = []*rule.Rule{
	{
		ID:    "segment-public-api",
		Kind:  "segment-public-api",
		Title: "Segment Public API token",
		Why: "It administers sources and destinations of the workspace. Revoke it under Access " +
			"management, Tokens.",
		Source:     "https://docs.segmentapis.com/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("sgp_"), rule.Run(rule.Alnum62, 64)).AsExact()},
		Confidence: rule.High,
	},
	{
		ID:    "segment-config-token",
		Kind:  "segment-config-token",
		Title: "Segment Config API token",
		Why: "It administers sources and destinations of the workspace. Revoke it under Access " +
			"management, Tokens.",
		Source:     "https://segment.com/docs/config-api/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Base64URL, 43), rule.Lit("."), rule.Run(rule.Base64URL, 43)).AsExact().AsMixed().WithLeft(rule.Bare).WithDistinct(24)},
		Confidence: rule.Medium,
		Near:       []string{"\"segment\"", "of segment", "segment.com", "segment.io", "segmentapis", "segment_token", "segment_access", "segment_api", "segment_config", "segment token", "segment access", "segment api", "segment config", "segment workspace", "segment-config", "segmenttoken"},
	},
}
