package rules

import "jezero/redact/rule"

// age: a bech32 string.
var age = []*rule.Rule{
	{
		ID:    "age-secret-key",
		Kind:  "age-secret-key",
		Title: "age identity",
		Why: "It decrypts every file encrypted to its recipient. Encrypt the files to a new " +
			"identity; what was encrypted to this one can be read by whoever has it.",
		Source: "https://github.com/C2SP/C2SP/blob/main/age.md",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.FoldLit("AGE-SECRET-KEY-1"), rule.Run(rule.Bech32, 58)).WithChecksum(rule.Bech32Sum),
			rule.Seq(rule.FoldLit("AGE-SECRET-KEY-PQ-1"), rule.AtLeast(rule.Bech32, 58)).WithChecksum(rule.Bech32Sum),
		},
		Confidence: rule.High,
	},
}
