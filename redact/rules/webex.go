package rules

import "jezero/redact/rule"

// Webex and Zoom.
var webex = []*rule.Rule{
	{
		ID:     "webex-bot-token",
		Kind:   "webex-bot-token",
		Title:  "Webex access token",
		Why:    "It acts as the bot or person in their rooms. Regenerate it at developer.webex.com.",
		Source: "https://developer.webex.com/docs/getting-started",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.Alnum62, 64), rule.Lit("_P"), rule.Run(rule.UpperNum, 1), rule.Run(rule.Alnum62, 1), rule.Run(rule.UpperNum, 1), rule.Lit("_"), rule.Run(rule.Hex, 8), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 12)),
			rule.Seq(rule.Run(rule.Alnum62, 64), rule.Lit("_"), rule.Run(rule.Alnum62, 4), rule.Lit("_"), rule.Run(rule.Hex, 8), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 12)),
		},
		Confidence: rule.Medium,
		Near:       []string{"webex", "spark_token", "ciscospark"},
	},
	{
		ID:    "webex-client-secret",
		Kind:  "webex-client-secret",
		Title: "Client secret of a Webex integration",
		Why: "With the client id it takes tokens of people who installed the integration. " +
			"Regenerate it at developer.webex.com under My Webex Apps.",
		Source:     "https://developer.webex.com/docs/integrations",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.HexLower, 64)).AsExact().WithLeft(rule.Bare).WithDistinct(10).WithDigits(8)},
		Confidence: rule.Medium,
		Near:       []string{"webex"},
		Within:     80,
	},
}
