package rules

import "jezero/redact/rule"

// Fleetbase.
var fleetbase = []*rule.Rule{
	{
		ID:    "fleetbase-key",
		Kind:  "fleetbase-key",
		Title: "Fleetbase API key",
		Why: "It reads and changes orders and drivers of the organisation. Roll it in the console " +
			"under Developers.",
		Source:     "https://docs.fleetbase.io/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("flb_live_", "flb_test_"), rule.Run(rule.Alnum62, 20))},
		Confidence: rule.High,
	},
}
