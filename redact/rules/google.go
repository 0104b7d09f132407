package rules

import "jezero/redact/rule"

// Google: Cloud, OAuth and Gemini.
var google = []*rule.Rule{
	{
		ID:    "gcp-api-key",
		Kind:  "gcp-api-key",
		Title: "Google API key",
		Why: "It calls the APIs the key is not restricted from, at the cost of the project. Delete " +
			"or rotate it in the Cloud console under APIs and services, Credentials.",
		Source: "https://cloud.google.com/docs/authentication/api-keys",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("AIza"), rule.Run(rule.Base64URL, 35)).AsExact(),
			rule.Seq(rule.Lit("AIza"), rule.AtLeast(rule.Base64URL, 30)).WithDistinct(12),
		},
		Confidence: rule.High,
	},
	{
		ID:    "gcp-gemini-auth-key",
		Kind:  "gcp-gemini-auth-key",
		Title: "Google Gemini auth key",
		Why: "It calls Gemini at the cost of the project. Delete or rotate it in the Cloud console " +
			"under APIs and services, Credentials.",
		Source:     "https://ai.google.dev/gemini-api/docs/api-key",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("AQ.Ab8R"), rule.AtLeast(rule.Base64URL, 40))},
		Confidence: rule.High,
	},
	{
		ID:    "google-oauth-client-secret",
		Kind:  "google-oauth-client-secret",
		Title: "Google OAuth client secret",
		Why: "With the client id it impersonates the application and redeems codes for user " +
			"tokens. Delete or rotate it in the Cloud console under APIs and services, " +
			"Credentials.",
		Source:     "https://developers.google.com/identity/protocols/oauth2",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("GOCSPX-"), rule.Run(rule.Base64URL, 28))},
		Confidence: rule.High,
	},
	{
		ID:    "google-oauth-access",
		Kind:  "google-oauth-access",
		Title: "Google OAuth access token",
		Why: "It acts for its user or service account within its scopes, for about an hour. Revoke " +
			"it at https://oauth2.googleapis.com/revoke.",
		Source:     "https://developers.google.com/identity/protocols/oauth2",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("ya29."), rule.AtLeast(rule.Base64URL.Or(rule.Chars(".")), 20))},
		Confidence: rule.High,
	},
	{
		ID:    "google-oauth-refresh",
		Kind:  "google-oauth-refresh",
		Title: "Google OAuth refresh token",
		Why: "It buys access tokens for its user until it is revoked. Remove the access of the " +
			"application at myaccount.google.com.",
		Source: "https://developers.google.com/identity/protocols/oauth2",
		Since:  "0.1.0",
		Shapes: append(withEncoded(rule.Seq(rule.Lit("1//0"), rule.AtLeast(rule.Base64URL, 40))),
			rule.Seq(rule.Lit("1/"), rule.Run(rule.Base64URL, 43)).AsExact().WithLeft(rule.Bare).WithDistinct(16).WithDigits(2)),
		Confidence: rule.High,
	},
	{
		ID:    "firebase-cloud-messaging-key",
		Kind:  "firebase-cloud-messaging-key",
		Title: "Firebase Cloud Messaging server key",
		Why: "It sends messages to every device of the app. Delete the key in the Firebase console " +
			"under Cloud Messaging.",
		Source: "https://firebase.google.com/docs/cloud-messaging/auth-server",
		Since:  "0.1.0",
		Shapes: append(withEncoded(rule.Seq(rule.Lit("AAAA"), rule.Run(rule.Base64URL, 7), rule.Lit(":"), rule.Run(rule.Base64URL, 140))),
			rule.Seq(rule.Lit("APA91b"), rule.AtLeast(rule.Base64URL, 60)).WithLeft(rule.None)),
		Confidence: rule.High,
	},
}
