package rules

import "jezero/redact/rule"

// Cerebras.
var cerebras = []*rule.Rule{
	{
		ID:         "cerebras-api-key",
		Kind:       "cerebras-api-key",
		Title:      "Cerebras API key",
		Why:        "It calls models at the cost of the account. Delete it in the console under API keys.",
		Source:     "https://inference-docs.cerebras.ai/quickstart",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("csk-"), rule.Run(rule.LowerNum, 48))},
		Confidence: rule.High,
	},
}
