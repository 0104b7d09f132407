package rules

import "jezero/redact/rule"

// Mistral AI, Cohere and other model hosts whose keys have no prefix.
var modelHosts = []*rule.Rule{
	{
		ID:    "model-host-key",
		Kind:  "model-host-key",
		Title: "Model host API key without a prefix",
		Why: "It calls models at the cost of the account. Delete it in the console of the issuer " +
			"under API keys.",
		Since: "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.Alnum62, 32)).AsExact().WithLeft(rule.Bare).WithDistinct(12).WithDigits(2),
			rule.Seq(rule.Run(rule.Alnum62, 40)).AsExact().WithLeft(rule.Bare).WithDistinct(14).WithDigits(2),
			rule.Seq(rule.Run(rule.HexLower, 64)).AsExact().WithLeft(rule.Bare).WithDistinct(8).WithDigits(3),
		},
		Confidence: rule.Medium,
		Near:       []string{"mistral", "cohere", "deepinfra", "ai21", "assemblyai", "deepgram", "novita", "upstage", "clarifai", "writesonic", "hyperbolic", "lepton"},
	},
	{
		ID:    "zhipu-api-key",
		Kind:  "zhipu-api-key",
		Title: "Zhipu (Z.ai) API key",
		Why: "It calls models at the cost of the account. Delete it in the console of the issuer " +
			"under API keys.",
		Source:     "https://docs.z.ai/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.HexLower, 32), rule.Lit("."), rule.Run(rule.Alnum62, 16)).AsExact().WithLeft(rule.Bare).WithDistinct(14)},
		Confidence: rule.Medium,
		Near:       []string{"zhipu", "zai", "z.ai", "bigmodel", "glm"},
	},
	{
		ID:     "modal-token-secret",
		Kind:   "modal-token-secret",
		Title:  "Modal token secret",
		Why:    "With its id it runs code in the workspace at the cost of its owner. Delete it under Settings, API tokens.",
		Source: "https://modal.com/docs/reference/cli/token",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("as-", "ws-"), rule.Run(rule.Alnum62, 22)).AsExact().WithDistinct(12).AsMixed(),
		},
		Confidence: rule.High,
	},
}
