package rules

import "jezero/redact/rule"

// Fireworks AI and Friendli.
var fireworks = []*rule.Rule{
	{
		ID:    "fireworks-api-key",
		Kind:  "fireworks-api-key",
		Title: "Fireworks AI API key",
		Why: "It calls models at the cost of the account. Delete it in the settings under API " +
			"keys.",
		Source:     "https://docs.fireworks.ai/api-reference/introduction",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("fw_"), rule.Between(rule.Alnum62, 22, 30)).AsExact().WithDistinct(10).WithDigits(1)},
		Confidence: rule.High,
	},
	{
		ID:    "friendli-token",
		Kind:  "friendli-token",
		Title: "Friendli personal access token",
		Why: "It calls models at the cost of the account. Delete it in the settings under API " +
			"keys.",
		Source:     "https://friendli.ai/docs/guides/personal_access_tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("flp_"), rule.AtLeast(rule.Alnum62, 40))},
		Confidence: rule.High,
	},
}
