package rules

import "jezero/redact/rule"

// Flexport.
var flexport = []*rule.Rule{
	{
		ID:         "flexport-token",
		Kind:       "flexport-token",
		Title:      "Flexport token",
		Why:        "It reads and changes shipments of the account. Revoke it in the portal.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("shltm_"), rule.Run(rule.Base64URL, 40))},
		Confidence: rule.High,
	},
}
