package rules

import "jezero/redact/rule"

// CodeRabbit.
var codeRabbit = []*rule.Rule{
	{
		ID:    "coderabbit-api-key",
		Kind:  "coderabbit-api-key",
		Title: "CodeRabbit API key",
		Why: "It reads reports and reviews in the name of the organisation. Revoke it in the " +
			"dashboard under API keys.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("cr-"), rule.Run(rule.HexLower, 58))},
		Confidence: rule.High,
	},
}
