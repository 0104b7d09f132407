package rules

import "jezero/redact/rule"

// Snyk and Spectral.
var snyk = []*rule.Rule{
	{
		ID:    "snyk-api-token",
		Kind:  "snyk-api-token",
		Title: "Snyk API token",
		Why: "It reads the findings and code metadata of every organisation its owner is in. " +
			"Revoke it under Account settings, Auth token.",
		Source:     "https://docs.snyk.io/snyk-api/authentication-for-api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{withUUID().AsExact().WithLeft(rule.Bare)},
		Confidence: rule.Medium,
		Near:       []string{"snyk"},
		Within:     80,
	},
	{
		ID:    "snyk-service-account",
		Kind:  "snyk-service-account",
		Title: "Snyk personal access token",
		Why: "It uses the Snyk API as its owner or service account. Revoke it under Account " +
			"settings, Auth token.",
		Source:     "https://docs.snyk.io/snyk-api/authentication-for-api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("snyk_"), rule.Any("uat", "sat"), rule.Lit("."), rule.Run(rule.HexLower, 8), rule.Lit("."), rule.AtLeast(rule.Base64URL, 60)).WithExtent(rule.Base64URL.Or(rule.Chars(".")))},
		Confidence: rule.High,
	},
	{
		ID:         "spectralops-token",
		Kind:       "spectralops-token",
		Title:      "SpectralOps personal token",
		Why:        "It reads the findings of the team. Renew it in the Spectral settings.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("spu-"), rule.Run(rule.LowerNum, 32))},
		Confidence: rule.High,
	},
}
