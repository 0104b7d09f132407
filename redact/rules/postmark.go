package rules

import "jezero/redact/rule"

// Postmark.
var postmark = []*rule.Rule{
	{
		ID:    "postmark-token",
		Kind:  "postmark-token",
		Title: "Postmark server or account token",
		Why: "It sends mail in the name of the server and reads its messages. Delete it under the " +
			"server, API tokens.",
		Source:     "https://postmarkapp.com/developer/api/overview",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{withUUID().AsExact().WithLeft(rule.Bare)},
		Confidence: rule.Medium,
		Near:       []string{"postmark"},
		Within:     80,
	},
}
