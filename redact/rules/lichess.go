package rules

import "jezero/redact/rule"

// Lichess.
var lichess = []*rule.Rule{
	{
		ID:    "lichess-pat",
		Kind:  "lichess-pat",
		Title: "Lichess API token",
		Why: "It plays and changes settings within its scopes. Revoke it under Preferences, API " +
			"access tokens.",
		Source:     "https://lichess.org/api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("lip_", "lio_"), rule.AtLeast(rule.Alnum62, 16)).WithDistinct(8).WithDigits(1)},
		Confidence: rule.High,
	},
}
