package rules

import "jezero/redact/rule"

// Trello.
var trello = []*rule.Rule{
	{
		ID:         "trello-token",
		Kind:       "trello-token",
		Title:      "Trello token",
		Why:        "It acts as its owner within its scope. Revoke it under Settings, Applications.",
		Source:     "https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("ATTA"), rule.Run(rule.Hex, 72))},
		Confidence: rule.High,
	},
	{
		ID:     "trello-legacy-token",
		Kind:   "trello-legacy-token",
		Title:  "Trello key or token without a prefix",
		Why:    "It acts as its owner within its scope. Revoke it under Settings, Applications.",
		Source: "https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.HexLower, 64)).AsExact().WithLeft(rule.Bare).WithDistinct(8).WithDigits(3),
			rule.Seq(rule.Run(rule.HexLower, 32)).AsExact().WithLeft(rule.Bare).WithDistinct(8).WithDigits(3),
		},
		Confidence: rule.Medium,
		Near:       []string{"trello"},
	},
}
