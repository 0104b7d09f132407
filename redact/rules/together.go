package rules

import "jezero/redact/rule"

// Together AI.
var together = []*rule.Rule{
	{
		ID:    "togetherai-api-key",
		Kind:  "togetherai-api-key",
		Title: "Together AI API key",
		Why: "It calls models at the cost of the account. Revoke it in the settings under API " +
			"keys.",
		Source:     "https://docs.together.ai/reference/authentication-1",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("tgp_v1_"), rule.AtLeast(rule.Base64URL, 40))},
		Confidence: rule.High,
	},
	{
		ID:    "togetherai-legacy-key",
		Kind:  "togetherai-legacy-key",
		Title: "Together AI API key without a prefix",
		Why: "It calls models at the cost of the account. Revoke it in the settings under API " +
			"keys.",
		Source:     "https://docs.together.ai/reference/authentication-1",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.HexLower, 64)).AsExact().WithLeft(rule.Bare).WithDigits(3)},
		Confidence: rule.Medium,
		Near:       []string{"together_api", "together.xyz", "togetherai", "together_ai", "api.together"},
	},
}
