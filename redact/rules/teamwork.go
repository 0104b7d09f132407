package rules

import "jezero/redact/rule"

// Teamwork.
var teamwork = []*rule.Rule{
	{
		ID:         "teamwork-token",
		Kind:       "teamwork-token",
		Title:      "Teamwork token",
		Why:        "It acts as its owner in Teamwork. Revoke it under the profile, API keys.",
		Source:     "https://apidocs.teamwork.com/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("tkn.v1_"), rule.AtLeast(rule.Base64Pad, 40))},
		Confidence: rule.High,
	},
}
