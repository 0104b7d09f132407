package rules

import "jezero/redact/rule"

// Scaleway.
var scaleway = []*rule.Rule{
	{
		ID:    "scaleway-access-key",
		Kind:  "scaleway-access-key",
		Title: "Scaleway access key",
		Why: "With its secret it administers resources within its policies. Delete it under IAM, " +
			"API keys.",
		Source:     "https://www.scaleway.com/en/docs/iam/how-to/create-api-keys/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("SCW"), rule.Run(rule.UpperNum, 17)).AsExact().WithDistinct(8)},
		Confidence: rule.High,
	},
	{
		ID:    "scaleway-secret-key",
		Kind:  "scaleway-secret-key",
		Title: "Scaleway secret key",
		Why: "With its access key it administers resources within its policies. Delete it under " +
			"IAM, API keys.",
		Source:     "https://www.scaleway.com/en/docs/iam/how-to/create-api-keys/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{withUUID().AsExact().WithLeft(rule.Bare)},
		Confidence: rule.Medium,
		Near:       []string{"scaleway", "scw_secret", "scw_access"},
		Within:     80,
	},
}
