package rules

import "jezero/redact/rule"

// Nylas.
var nylas = []*rule.Rule{
	{
		ID:    "nylas-api-key",
		Kind:  "nylas-api-key",
		Title: "Nylas API key",
		Why: "It reads and sends mail and changes calendars of every account that is connected. " +
			"Delete it in the Nylas dashboard under API keys.",
		Source:     "https://developer.nylas.com/docs/dashboard/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("nyk_"), rule.AtLeast(rule.WordChars, 40)).WithDistinct(12).WithDigits(1)},
		Confidence: rule.High,
	},
}
