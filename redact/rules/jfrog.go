package rules

import "jezero/redact/rule"

// JFrog Artifactory.
var jfrog = []*rule.Rule{
	{
		ID:    "artifactory-api-key",
		Kind:  "artifactory-api-key",
		Title: "Artifactory API key",
		Why: "It reads and deploys artifacts as its owner. Revoke it in the user profile; JFrog " +
			"asks to move to access tokens.",
		Source:     "https://jfrog.com/help/r/jfrog-platform-administration-documentation/access-tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("AKCp"), rule.Between(rule.Alnum62, 68, 70))},
		Confidence: rule.High,
	},
	{
		ID:    "artifactory-reference-token",
		Kind:  "artifactory-reference-token",
		Title: "Artifactory reference token",
		Why: "It stands for an access token with all its scopes. Revoke it in the platform under " +
			"Administration, User management, Access tokens.",
		Source:     "https://jfrog.com/help/r/jfrog-platform-administration-documentation/access-tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("cmVmd"), rule.Run(rule.Alnum62, 59))},
		Confidence: rule.High,
	},
}
