package rules

import "jezero/redact/rule"

// Ticket Tailor.
var ticketTailor = []*rule.Rule{
	{
		ID:    "tickettailor-api-key",
		Kind:  "tickettailor-api-key",
		Title: "Ticket Tailor API key",
		Why: "It reads orders and attendees of the box office. Delete it under Box office " +
			"settings, API.",
		Source:     "https://developers.tickettailor.com/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("sk_"), rule.Between(rule.Digit, 2, 8), rule.Lit("_"), rule.Between(rule.Digit, 2, 10), rule.Lit("_"), rule.Run(rule.HexLower, 32))},
		Confidence: rule.High,
	},
}
