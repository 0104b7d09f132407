package rules

import "jezero/redact/rule"

// More social networks.
var social = []*rule.Rule{
	{
		ID:    "threads-access-token",
		Kind:  "threads-access-token",
		Title: "Threads access token",
		Why: "It reads and posts for the account within its permissions. Revoke it in the settings " +
			"of the app or account.",
		Source:     "https://developers.facebook.com/docs/threads",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("THAA"), rule.AtLeast(rule.Base64URL, 80)).WithDistinct(16)},
		Confidence: rule.High,
	},
	{
		ID:    "vk-access-token",
		Kind:  "vk-access-token",
		Title: "VK access token",
		Why: "It acts for the user or group within its permissions. Revoke it in the settings of " +
			"the app or account.",
		Source:     "https://dev.vk.com/en/api/access-token/getting-started",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("vk1.a."), rule.AtLeast(rule.Base64URL, 60))},
		Confidence: rule.High,
	},
	{
		ID:    "linkedin-client-secret",
		Kind:  "linkedin-client-secret",
		Title: "LinkedIn client secret",
		Why: "With the client id it redeems codes for user tokens. Revoke it in the settings of " +
			"the app or account.",
		Source:     "https://learn.microsoft.com/en-us/linkedin/shared/authentication/authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("WPL_AP"), rule.Run(rule.Digit, 1), rule.Lit("."), rule.Between(rule.Alnum62, 14, 20), rule.Lit("."), rule.Between(rule.Base64Pad, 6, 10))},
		Confidence: rule.High,
	},
	{
		ID:         "twitch-oauth-token",
		Kind:       "twitch-oauth-token",
		Title:      "Twitch chat token",
		Why:        "It chats as the account. Revoke it in the settings of the app or account.",
		Source:     "https://dev.twitch.tv/docs/authentication/",
		Since:      "0.1.0",
		Shapes:     withEncoded(rule.Seq(rule.Lit("oauth:"), rule.Run(rule.LowerNum, 30)).AsExact().WithDigits(1)),
		Confidence: rule.High,
	},
	{
		ID:    "google-oauth-code",
		Kind:  "google-oauth-code",
		Title: "Google authorization code",
		Why: "Once, and for some minutes, it buys tokens of the user. Revoke it in the settings of " +
			"the app or account.",
		Source:     "https://developers.google.com/identity/protocols/oauth2",
		Since:      "0.1.0",
		Shapes:     withEncoded(rule.Seq(rule.Lit("4/0A"), rule.AtLeast(rule.Base64URL, 60))),
		Confidence: rule.High,
	},
	{
		ID:    "mastodon-token",
		Kind:  "mastodon-token",
		Title: "Mastodon access token",
		Why: "It reads and posts for the account within its scopes. Revoke it in the settings of " +
			"the app or account.",
		Source:     "https://docs.joinmastodon.org/client/token/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Base64URL, 43)).AsExact().WithLeft(rule.Bare).WithDistinct(16).WithDigits(2)},
		Confidence: rule.Medium,
		Near:       []string{"mastodon"},
	},
	{
		ID:    "spotify-secret",
		Kind:  "spotify-secret",
		Title: "Spotify client secret",
		Why: "With the client id it gets tokens of the application. Revoke it in the settings of " +
			"the app or account.",
		Source:     "https://developer.spotify.com/documentation/web-api/concepts/apps",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.HexLower, 32)).AsExact().WithLeft(rule.Bare).WithDistinct(8).WithDigits(4)},
		Confidence: rule.Medium,
		Near:       []string{"spotify"},
	},
}
