package rules

import "jezero/redact/rule"

// Tigris.
var tigris = []*rule.Rule{
	{
		ID:     "tigris-secret-key",
		Kind:   "tigris-secret-key",
		Title:  "Tigris secret access key",
		Why:    "With its id it reads and writes the buckets its roles name. Delete the pair in the console under Access keys.",
		Source: "https://www.tigrisdata.com/docs/concepts/authnz/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("tsec_"), rule.Between(rule.Base64URL.Or(rule.Chars("+")), 40, 70)).WithDistinct(18).WithDigits(2),
		},
		Confidence: rule.High,
	},
	{
		ID:     "tigris-key-id",
		Kind:   "tigris-key-id",
		Title:  "Tigris access key id",
		Why:    "It names a pair of keys and is needed to sign with the secret. Delete the pair in the console under Access keys.",
		Source: "https://www.tigrisdata.com/docs/concepts/authnz/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			// Long names in code have fewer different characters.
			rule.Seq(rule.Lit("tid_"), rule.Between(rule.WordChars, 43, 55)).AsExact().WithDistinct(24),
		},
		Confidence: rule.Medium,
	},
}
