package rules

import "jezero/redact/rule"

// Voiceflow.
var voiceflow = []*rule.Rule{
	{
		ID:         "voiceflow-api-key",
		Kind:       "voiceflow-api-key",
		Title:      "Voiceflow API key",
		Why:        "It talks as the agent of the project and reads its transcripts. Promote another key under Settings, API keys, then delete it.",
		Source:     "https://docs.voiceflow.com/api-reference/authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("VF.DM.", "VF.WS."), rule.Run(rule.HexLower, 24), rule.Lit("."), rule.Run(rule.Alnum62, 16))},
		Confidence: rule.High,
	},
}
