package rules

import "jezero/redact/rule"

// xAI.
var xai = []*rule.Rule{
	{
		ID:         "xai-api-key",
		Kind:       "xai-api-key",
		Title:      "xAI API key",
		Why:        "It calls models at the cost of the team. Delete it in the console under API keys.",
		Source:     "https://docs.x.ai/docs/tutorial",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("xai-"), rule.AtLeast(rule.Base64URL, 60)).AsMixed()},
		Confidence: rule.High,
	},
}
