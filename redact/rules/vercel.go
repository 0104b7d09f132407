package rules

import "jezero/redact/rule"

// Vercel.
var vercel = []*rule.Rule{
	{
		ID:    "vercel-personal",
		Kind:  "vercel-personal",
		Title: "Vercel personal access token",
		Why: "It deploys and reads the environment variables of every project of its owner. Delete " +
			"it under Account settings, Tokens.",
		Source:     "https://vercel.com/docs/rest-api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("vcp_"), rule.AtLeast(rule.Base64URL, 40)).WithDistinct(16).WithDigits(1)},
		Confidence: rule.High,
	},
	{
		ID:    "vercel-integration",
		Kind:  "vercel-integration",
		Title: "Vercel integration token",
		Why: "It acts for the team that installed the integration. Remove the integration from the " +
			"team.",
		Source:     "https://vercel.com/docs/rest-api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("vci_"), rule.AtLeast(rule.Base64URL, 40)).WithDistinct(16).WithDigits(1)},
		Confidence: rule.High,
	},
	{
		ID:         "vercel-app-access",
		Kind:       "vercel-app-access",
		Title:      "Vercel app access token",
		Why:        "It acts for the user who signed in. Remove the app under Account settings.",
		Source:     "https://vercel.com/docs/rest-api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("vca_"), rule.AtLeast(rule.Base64URL, 40)).WithDistinct(16).WithDigits(1)},
		Confidence: rule.High,
	},
	{
		ID:         "vercel-app-refresh",
		Kind:       "vercel-app-refresh",
		Title:      "Vercel app refresh token",
		Why:        "It buys new access tokens. Remove the app under Account settings.",
		Source:     "https://vercel.com/docs/rest-api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("vcr_"), rule.AtLeast(rule.Base64URL, 40)).WithDistinct(16).WithDigits(1)},
		Confidence: rule.High,
	},
	{
		ID:         "vercel-ai-gateway",
		Kind:       "vercel-ai-gateway",
		Title:      "Vercel AI Gateway key",
		Why:        "It calls models at the cost of the team. Delete it under AI Gateway, API keys.",
		Source:     "https://vercel.com/docs/ai-gateway",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("vck_"), rule.AtLeast(rule.Base64URL, 40)).WithDistinct(16).WithDigits(1)},
		Confidence: rule.High,
	},
	{
		ID:         "vercel-blob-token",
		Kind:       "vercel-blob-token",
		Title:      "Vercel Blob read-write token",
		Why:        "It reads and writes the store. Delete it under Account settings, Tokens.",
		Source:     "https://vercel.com/docs/vercel-blob",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("vercel_blob_rw_"), rule.Between(rule.Alnum62, 10, 20), rule.Lit("_"), rule.AtLeast(rule.Alnum62, 20))},
		Confidence: rule.High,
	},
	{
		ID:    "vercel-legacy-token",
		Kind:  "vercel-legacy-token",
		Title: "Vercel token without a prefix",
		Why: "It deploys and reads the environment variables of every project of its owner. Delete " +
			"it under Account settings, Tokens.",
		Source:     "https://vercel.com/docs/rest-api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Alnum62, 24)).AsExact().WithLeft(rule.Bare).WithDistinct(12).WithDigits(1)},
		Confidence: rule.Medium,
		Near:       []string{"vercel_token", "vercel_api_token", "vercel-token", "vercel_access_token"},
	},
}
