package rules

import "jezero/redact/rule"

// JetBrains: permanent tokens of Hub, YouTrack, Space and TeamCity.
var jetbrains = []*rule.Rule{
	{
		ID:    "jetbrains-permanent-token",
		Kind:  "jetbrains-permanent-token",
		Title: "JetBrains permanent token",
		Why: "It acts as its owner in YouTrack, Hub or another service. Delete it in the profile " +
			"under Account security, Tokens.",
		Source: "https://www.jetbrains.com/help/youtrack/devportal/Manage-Permanent-Token.html",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("perm:"), rule.AtLeast(rule.Base64Pad.Or(rule.Chars(".")), 20)).WithExtent(rule.Base64Pad.Or(rule.Chars(".-_"))),
			rule.Seq(rule.Lit("perm-"), rule.AtLeast(rule.Base64Pad, 8), rule.Lit("."), rule.AtLeast(rule.Base64Pad, 8), rule.Lit("."), rule.AtLeast(rule.Base64Pad, 20)),
		},
		Confidence: rule.High,
	},
	{
		ID:    "teamcity-token",
		Kind:  "teamcity-token",
		Title: "TeamCity access token",
		Why: "It uses the TeamCity REST API as its owner. Delete it in the TeamCity profile under " +
			"Access tokens.",
		Source:     "https://www.jetbrains.com/help/teamcity/configuring-your-user-profile.html",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("eyJ0eXAiOiAiVENWMiJ9."), rule.Run(rule.Base64URL.Or(rule.Base64), 36), rule.Lit("."), rule.Run(rule.Base64URL.Or(rule.Base64), 48))},
		Confidence: rule.High,
	},
}
