package rules

import "jezero/redact/rule"

// Replicate.
var replicate = []*rule.Rule{
	{
		ID:         "replicate-api-token",
		Kind:       "replicate-api-token",
		Title:      "Replicate API token",
		Why:        "It runs models at the cost of the account. Disable it under Account, API tokens.",
		Source:     "https://replicate.com/docs/topics/security/api-tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("r8_"), rule.Run(rule.Base64URL, 37))},
		Confidence: rule.High,
	},
}
