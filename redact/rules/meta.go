package rules

import "jezero/redact/rule"

// Meta: Facebook, Instagram and Threads.
var meta = []*rule.Rule{
	{
		ID:    "facebook-access-token",
		Kind:  "facebook-access-token",
		Title: "Facebook access token",
		Why: "It acts for the user or page within its permissions. Invalidate it in the app " +
			"dashboard or under Apps and websites.",
		Source:     "https://developers.facebook.com/docs/facebook-login/guides/access-tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("EAA"), rule.AtLeast(rule.Alnum62, 80)).WithDistinct(20).WithLeft(rule.Bare)},
		Confidence: rule.High,
	},
	{
		ID:    "facebook-app-token",
		Kind:  "facebook-app-token",
		Title: "Facebook app access token",
		Why: "It changes the settings of the app and reads its analytics. Invalidate it in the app " +
			"dashboard or under Apps and websites.",
		Source:     "https://developers.facebook.com/docs/facebook-login/guides/access-tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Between(rule.Digit, 15, 17), rule.Lit("|"), rule.Between(rule.Base64URL, 26, 40)).WithLeft(rule.Alnum).WithDistinct(14)},
		Confidence: rule.Medium,
		Near:       []string{"facebook", "fb_app", "fb_access", "fbapp"},
	},
	{
		ID:    "instagram-graph-token",
		Kind:  "instagram-graph-token",
		Title: "Instagram access token",
		Why: "It acts for the account within its permissions. Invalidate it in the app dashboard " +
			"or under Apps and websites.",
		Source:     "https://developers.facebook.com/docs/instagram-platform",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("IGQV", "IGAA"), rule.AtLeast(rule.Base64URL, 50))},
		Confidence: rule.High,
	},
	{
		ID:    "instagram-legacy-token",
		Kind:  "instagram-legacy-token",
		Title: "Instagram token of the older kind",
		Why: "It acts for the account. Invalidate it in the app dashboard or under Apps and " +
			"websites.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Between(rule.Digit, 6, 12), rule.Lit("."), rule.Run(rule.HexLower, 7), rule.Lit("."), rule.Run(rule.HexLower, 32)).AsExact().WithLeft(rule.Alnum).WithDistinct(10)},
		Confidence: rule.Medium,
		Near:       []string{"instagram"},
	},
}
