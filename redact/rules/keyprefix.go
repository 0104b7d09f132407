package rules

import "jezero/redact/rule"

// Cursor, Retell AI and Runway share the prefix key_.
var keyPrefix = []*rule.Rule{
	{
		ID:    "prefixed-hex-key",
		Kind:  "prefixed-hex-key",
		Title: "API key of hex digits with the prefix key_",
		Why: "It calls the API of its issuer (Cursor, Retell AI, Runway and others use this look) " +
			"at the cost of its owner. Revoke it in the dashboard of its issuer.",
		Since: "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("key_"), rule.Run(rule.HexLower, 64)).AsExact().WithDigits(4),
			rule.Seq(rule.Lit("key_"), rule.Run(rule.Hex, 128)).AsExact().WithDigits(4),
			rule.Seq(rule.Lit("key_"), rule.Run(rule.HexLower, 28)).AsExact().WithDistinct(8).WithDigits(3),
			rule.Seq(rule.Lit("key_"), rule.Run(rule.HexLower, 32)).AsExact().WithDistinct(8).WithDigits(3),
		},
		Confidence: rule.Medium,
	},
}
