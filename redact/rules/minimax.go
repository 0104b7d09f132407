package rules

import "jezero/redact/rule"

// MiniMax.
var minimax = []*rule.Rule{
	{
		ID:         "minimax-api-key",
		Kind:       "minimax-api-key",
		Title:      "MiniMax API key",
		Why:        "It calls models at the cost of the account. Delete it in the console.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("sk-api-"), rule.AtLeast(rule.Base64URL, 80))},
		Confidence: rule.High,
	},
}
