package rules

import "jezero/redact/rule"

// GitHub: every token of the 2021 format ends in six base62 digits of the CRC-32
// of its body. Installation tokens may also carry a signed payload.
var github = []*rule.Rule{
	{
		ID:    "github-pat",
		Kind:  "github-pat",
		Title: "GitHub personal access token (classic)",
		Why: "Whoever holds it acts as its owner in every repository and organisation its scopes " +
			"reach, pushes included. Revoke it under Settings, Developer settings; GitHub also " +
			"takes reports at its credential revocation API.",
		Source:     "https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("ghp_"), rule.Run(rule.Alnum62, 36)).WithChecksum(rule.CRC32Base62)},
		Confidence: rule.High,
	},
	{
		ID:    "github-oauth",
		Kind:  "github-oauth",
		Title: "GitHub OAuth access token",
		Why: "It lets an OAuth app act for the user who granted it, within the granted scopes. " +
			"Revoke the grant under Settings, Applications, Authorized OAuth Apps.",
		Source:     "https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("gho_"), rule.Run(rule.Alnum62, 36)).WithChecksum(rule.CRC32Base62)},
		Confidence: rule.High,
	},
	{
		ID:    "github-app-user",
		Kind:  "github-app-user",
		Title: "GitHub App user access token",
		Why: "It lets a GitHub App act for one user for up to eight hours, or for good where " +
			"expiry is off. Revoke the grant under Settings, Applications, Authorized GitHub " +
			"Apps.",
		Source:     "https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("ghu_"), rule.Run(rule.Alnum62, 36)).WithChecksum(rule.CRC32Base62)},
		Confidence: rule.High,
	},
	{
		ID:    "github-app-server",
		Kind:  "github-app-server",
		Title: "GitHub App installation token",
		Why: "It reaches every repository of the installation with the permissions of the app, for " +
			"one hour. It expires by itself; revoke it earlier with DELETE /installation/token.",
		Source: "https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("ghs_"), rule.Run(rule.Alnum62, 36)).WithChecksum(rule.CRC32Base62),
			rule.Seq(rule.Lit("ghs_"), rule.Between(rule.Digit, 1, 20), rule.Lit("_eyJ"), rule.AtLeast(rule.Base64URL, 10), rule.Lit(".eyJ"), rule.AtLeast(rule.Base64URL, 10), rule.Lit("."), rule.AtLeast(rule.Base64URL, 20)),
		},
		Confidence: rule.High,
	},
	{
		ID:    "github-refresh",
		Kind:  "github-refresh",
		Title: "GitHub App refresh token",
		Why: "It buys new user access tokens for six months. Revoke the grant under Settings, " +
			"Applications, Authorized GitHub Apps.",
		Source:     "https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("ghr_"), rule.AtLeast(rule.Alnum62, 36)).WithChecksum(rule.CRC32Base62)},
		Confidence: rule.High,
	},
	{
		ID:    "github-fine-grained-pat",
		Kind:  "github-fine-grained-pat",
		Title: "GitHub fine-grained personal access token",
		Why: "It acts as its owner in the repositories and with the permissions chosen for it. " +
			"Revoke it under Settings, Developer settings; GitHub also takes reports at its " +
			"credential revocation API.",
		Source:     "https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("github_pat_"), rule.AtLeast(rule.WordChars, 59))},
		Confidence: rule.High,
	},
	{
		ID:    "github-legacy-token",
		Kind:  "github-legacy-token",
		Title: "GitHub token of the format before 2021",
		Why: "Forty hex digits that act as their owner; old ones still work until they are " +
			"revoked. Revoke it under Settings, Developer settings; GitHub also takes reports at " +
			"its credential revocation API.",
		Source:     "https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.HexLower, 40)).AsExact().WithLeft(rule.Bare).WithDigits(3).WithSecret(0, 1)},
		Confidence: rule.Low,
		Near:       []string{"github_token", "gh_token", "github_api_token", "github-token", "githubtoken", "github_oauth", "github_pat", "github_access_token"},
		Within:     60,
	},
}
