package rules

import "jezero/redact/rule"

// Ubidots.
var ubidots = []*rule.Rule{
	{
		ID:         "ubidots-token",
		Kind:       "ubidots-token",
		Title:      "Ubidots token",
		Why:        "It reads and writes the devices of the account. Revoke it under API credentials.",
		Source:     "https://docs.ubidots.com/reference/authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("BBFF-", "BBUS-"), rule.AtLeast(rule.Alnum62, 30))},
		Confidence: rule.High,
	},
}
