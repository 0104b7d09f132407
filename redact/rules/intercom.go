package rules

import "jezero/redact/rule"

// Intercom.
var intercom = []*rule.Rule{
	{
		ID:    "intercom-access-token",
		Kind:  "intercom-access-token",
		Title: "Intercom access token",
		Why: "It reads and writes conversations and contacts of the workspace. Regenerate it in " +
			"the Developer Hub.",
		Source:     "https://developers.intercom.com/docs/build-an-integration/learn-more/authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("dG9r"), rule.Between(rule.Base64, 54, 60), rule.Optional(rule.Lit("="))).WithLeft(rule.NoClass).WithDistinct(20)},
		Confidence: rule.High,
	},
}
