package rules

import "jezero/redact/rule"

// OpenRouter.
var openrouter = []*rule.Rule{
	{
		ID:     "openrouter-api-key",
		Kind:   "openrouter-api-key",
		Title:  "OpenRouter API key",
		Why:    "It calls models at the cost of the account. Delete it under Keys.",
		Source: "https://openrouter.ai/docs/api-reference/authentication",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("sk-or-"), rule.Between(rule.WordChars, 1, 4), rule.Lit("-"), rule.Run(rule.Hex, 64)),
			rule.Seq(rule.Lit("sk-or-v"), rule.Run(rule.Digit, 1), rule.Lit("-"), rule.AtLeast(rule.HexLower, 32)),
		},
		Confidence: rule.High,
	},
}
