package rules

import "jezero/redact/rule"

// Builder.io.
var builderIO = []*rule.Rule{
	{
		ID:         "builderio-private-key",
		Kind:       "builderio-private-key",
		Title:      "Builder.io private key",
		Why:        "It writes, publishes and deletes content of the space. Delete it under Space settings, Private keys.",
		Source:     "https://www.builder.io/c/docs/api-authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("bpk-"), rule.Run(rule.HexLower, 32)).WithDigits(3)},
		Confidence: rule.High,
	},
}
