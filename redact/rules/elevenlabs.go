package rules

import "jezero/redact/rule"

// ElevenLabs.
var elevenlabs = []*rule.Rule{
	{
		ID:    "elevenlabs-api-key",
		Kind:  "elevenlabs-api-key",
		Title: "ElevenLabs API key",
		Why: "It makes speech at the cost of the account and reads its voices. Delete it in the " +
			"settings under API keys.",
		Source:     "https://elevenlabs.io/docs/api-reference/authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("sk_"), rule.Run(rule.HexLower, 48)).AsExact().WithLeft(rule.Alnum)},
		Confidence: rule.High,
	},
}
