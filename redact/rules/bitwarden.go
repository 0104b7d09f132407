package rules

import "jezero/redact/rule"

// Bitwarden.
var bitwarden = []*rule.Rule{
	{
		ID:    "bitwarden-access-token",
		Kind:  "bitwarden-access-token",
		Title: "Bitwarden Secrets Manager access token",
		Why: "It reads the secrets of its machine account. Revoke it in Secrets Manager under " +
			"Machine accounts.",
		Source:     "https://bitwarden.com/help/access-tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("0."), rule.Run(rule.Hex, 8), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 12), rule.Lit("."), rule.AtLeast(rule.Alnum62, 20), rule.Lit(":"), rule.Run(rule.Base64, 22), rule.Lit("==")).WithLeft(rule.NoClass)},
		Confidence: rule.High,
	},
}
