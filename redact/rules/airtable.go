package rules

import "jezero/redact/rule"

// Airtable.
var airtable = []*rule.Rule{
	{
		ID:    "airtable-pat",
		Kind:  "airtable-pat",
		Title: "Airtable personal access token",
		Why: "It reads and writes the bases within its scopes. Revoke it at " +
			"airtable.com/create/tokens.",
		Source:     "https://support.airtable.com/docs/creating-personal-access-tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("pat"), rule.Run(rule.Alnum62, 14), rule.Lit("."), rule.Run(rule.HexLower, 64)).WithLeft(rule.Alnum)},
		Confidence: rule.High,
	},
	{
		ID:    "airtable-legacy-key",
		Kind:  "airtable-legacy-key",
		Title: "Airtable API key",
		Why: "It reads and writes every base of its owner. Revoke it at " +
			"airtable.com/create/tokens.",
		Source:     "https://support.airtable.com/docs/creating-personal-access-tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("key"), rule.Run(rule.Alnum62, 14)).AsExact().WithDistinct(8)},
		Confidence: rule.Medium,
		Near:       []string{"airtable"},
	},
	{
		ID:         "airtable-oauth-token",
		Kind:       "airtable-oauth-token",
		Title:      "Airtable OAuth token",
		Why:        "It acts for the user who granted it. Revoke it at airtable.com/create/tokens.",
		Source:     "https://support.airtable.com/docs/creating-personal-access-tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Between(rule.Alnum62, 14, 20), rule.Lit(".v1."), rule.AtLeast(rule.Base64URL, 20)).WithExtent(rule.Base64URL.Or(rule.Chars("."))).WithLeft(rule.NoClass)},
		Confidence: rule.Medium,
		Near:       []string{"airtable"},
	},
}
