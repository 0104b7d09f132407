package rules

import "jezero/redact/rule"

// Unkey.
var unkey = []*rule.Rule{
	{
		ID:         "unkey-root",
		Kind:       "unkey-root",
		Title:      "Unkey root key",
		Why:        "It creates and verifies keys of the workspace. Delete it under Settings, Root keys.",
		Source:     "https://www.unkey.com/docs/security/root-keys",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("unkey_"), rule.AtLeast(rule.Alnum62, 20))},
		Confidence: rule.High,
	},
}
