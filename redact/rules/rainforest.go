package rules

import "jezero/redact/rule"

// Rainforest Pay and Proof.
var rainforest = []*rule.Rule{
	{
		ID:    "rainforest-api-key",
		Kind:  "rainforest-api-key",
		Title: "Rainforest Pay API key",
		Why: "It takes payments and reads merchants of the platform. Delete it in the portal under " +
			"API keys.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("apikey_", "sbx_apikey_"), rule.Run(rule.HexLower, 64))},
		Confidence: rule.High,
	},
	{
		ID:    "proof-api-key",
		Kind:  "proof-api-key",
		Title: "Proof API key",
		Why: "It reads and creates notarial transactions of the organisation. Delete it in the " +
			"portal under API keys.",
		Source:     "https://dev.proof.com/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("prf_"), rule.AtLeast(rule.Alnum62, 36)).WithDistinct(14).WithDigits(1)},
		Confidence: rule.High,
	},
}
