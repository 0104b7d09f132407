package rules

import "jezero/redact/rule"

// Block Protocol.
var blockProtocol = []*rule.Rule{
	{
		ID:         "blockprotocol-api-key",
		Kind:       "blockprotocol-api-key",
		Title:      "Block Protocol API key",
		Why:        "It acts on the hub as its owner. Revoke it under Account, API keys.",
		Source:     "https://blockprotocol.org/docs/hub/api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("b10ck5."), rule.Run(rule.Alnum62, 32), rule.Lit("."), rule.Run(rule.Alnum62, 36))},
		Confidence: rule.High,
	},
}
