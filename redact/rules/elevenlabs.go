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
	{
		ID:    "elevenlabs-legacy-key",
		Kind:  "elevenlabs-legacy-key",
		Title: "ElevenLabs API key without a prefix",
		Why: "It makes speech at the cost of the account and reads its voices. Delete it in the " +
			"settings under API keys.",
		Source: "https://elevenlabs.io/docs/api-reference/authentication",
		Since:  "0.1.0",
		// Ids of voices are shorter and of all letters.
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.HexLower, 32)).AsExact().WithLeft(rule.Bare).WithDistinct(8).WithDigits(3)},
		Confidence: rule.Medium,
		Near:       []string{"elevenlabs", "eleven_api", "xi-api-key", "xi_api_key"},
		Within:     80,
	},
}
