package rules

import "jezero/redact/rule"

// Dropbox.
var dropbox = []*rule.Rule{
	{
		ID:    "dropbox-short-lived",
		Kind:  "dropbox-short-lived",
		Title: "Dropbox access token",
		Why: "It reads and writes the files of the user within its scopes for some hours. Revoke " +
			"it under Settings, Connected apps.",
		Source: "https://developers.dropbox.com/oauth-guide",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("sl."), rule.AtLeast(rule.Base64URL.Or(rule.Chars("=")), 120)),
			rule.Seq(rule.Lit("sl.u."), rule.AtLeast(rule.Base64URL.Or(rule.Chars("=")), 120)),
		},
		Confidence: rule.High,
	},
	{
		ID:    "dropbox-long-lived",
		Kind:  "dropbox-long-lived",
		Title: "Dropbox long-lived access token",
		Why: "It reads and writes the files of the user until it is revoked. Revoke it under " +
			"Settings, Connected apps.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Alnum62, 11), rule.Lit("AAAAAAAAAA"), rule.Run(rule.Base64URL, 43)).AsExact().WithLeft(rule.Bare)},
		Confidence: rule.High,
		Near:       []string{"dropbox"},
	},
}
