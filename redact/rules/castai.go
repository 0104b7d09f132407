package rules

import "jezero/redact/rule"

// Cast AI.
var castai = []*rule.Rule{
	{
		ID:         "castai-api-key",
		Kind:       "castai-api-key",
		Title:      "Cast AI API access key",
		Why:        "It resizes and reads the clusters of the organization. Delete it in the console under API keys.",
		Source:     "https://docs.cast.ai/docs/api-access",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("castai_v1_"), rule.Run(rule.LowerNum, 64), rule.Lit("_"), rule.Run(rule.LowerNum, 8))},
		Confidence: rule.High,
	},
}
