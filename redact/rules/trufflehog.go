package rules

import "jezero/redact/rule"

// TruffleHog Enterprise.
var trufflehog = []*rule.Rule{
	{
		ID:    "thog-secret",
		Kind:  "thog-secret",
		Title: "TruffleHog Enterprise secret",
		Why: "With its key it speaks for the scanner and reads findings. Rotate it in the " +
			"TruffleHog dashboard.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("thog-secret-"), rule.Run(rule.HexLower, 32))},
		Confidence: rule.High,
	},
}
