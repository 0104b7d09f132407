package rules

import "jezero/redact/rule"

// PostHog.
var posthog = []*rule.Rule{
	{
		ID:    "posthog-personal",
		Kind:  "posthog-personal",
		Title: "PostHog personal API key",
		Why: "It reads events and persons and changes projects within its scopes. Roll it under " +
			"Settings, Personal API keys.",
		Source:     "https://posthog.com/docs/api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("phx_"), rule.AtLeast(rule.Base64URL, 40))},
		Confidence: rule.High,
	},
	{
		ID:    "posthog-project",
		Kind:  "posthog-project",
		Title: "PostHog project key",
		Why: "It writes events; it is published with the pages it measures. Reset it under Project " +
			"settings.",
		Source:     "https://posthog.com/docs/api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("phc_"), rule.AtLeast(rule.Base64URL, 40))},
		Confidence: rule.Medium,
	},
	{
		ID:    "posthog-feature-flag",
		Kind:  "posthog-feature-flag",
		Title: "PostHog secure feature flag or OAuth key",
		Why: "It reads flag definitions, or acts for the user who granted it. Roll it under " +
			"Settings, Personal API keys.",
		Source:     "https://posthog.com/docs/api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("phs_", "pha_", "phr_"), rule.AtLeast(rule.Base64URL, 40)).AsMixed()},
		Confidence: rule.High,
	},
}
