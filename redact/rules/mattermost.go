package rules

import "jezero/redact/rule"

// Mattermost.
var mattermost = []*rule.Rule{
	{
		ID:    "mattermost-token",
		Kind:  "mattermost-token",
		Title: "Mattermost access token",
		Why: "It acts as its owner or bot. Revoke it in the profile under Security, Personal " +
			"access tokens.",
		Source:     "https://developers.mattermost.com/integrate/reference/personal-access-token/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.LowerNum, 26)).AsExact().WithLeft(rule.Bare).WithDistinct(10).WithDigits(1)},
		Confidence: rule.Medium,
		Near:       []string{"mattermost"},
	},
}
