package rules

import "jezero/redact/rule"

// Composio.
var composio = []*rule.Rule{
	{
		ID:         "composio-api-key",
		Kind:       "composio-api-key",
		Title:      "Composio API key",
		Why:        "It calls the tools and the connected accounts of the project. Delete it under Settings, API keys.",
		Source:     "https://docs.composio.dev/reference/authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("ak_", "ck_"), rule.Run(rule.Base64URL, 20)).AsExact().WithDistinct(11).WithDigits(1)},
		Confidence: rule.Medium,
		Near:       []string{"composio", "x-consumer-api-key"},
	},
}
