package rules

import "jezero/redact/rule"

// Supabase.
var supabase = []*rule.Rule{
	{
		ID:    "supabase-management",
		Kind:  "supabase-management",
		Title: "Supabase personal access token",
		Why: "It administers every project of its owner. Revoke it in the dashboard under Account, " +
			"Access tokens.",
		Source: "https://supabase.com/docs/reference/api/introduction",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("sbp_"), rule.AtLeast(lowerURL, 40)),
			rule.Seq(rule.Lit("sbp_oauth_"), rule.AtLeast(rule.Alnum62, 30)).WithExtent(rule.Base64URL),
		},
		Confidence: rule.High,
	},
	{
		ID:    "supabase-project-secret",
		Kind:  "supabase-project-secret",
		Title: "Supabase secret key",
		Why: "It reads and writes the whole database past row level security. Delete it under " +
			"Project settings, API keys.",
		Source:     "https://supabase.com/docs/guides/api/api-keys",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("sb_secret_"), rule.AtLeast(rule.Base64URL, 20))},
		Confidence: rule.High,
	},
}
