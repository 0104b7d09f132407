package rules

import "jezero/redact/rule"

// Cloudflare: scannable tokens end in eight hex digits of a CRC-32.
var cloudflare = []*rule.Rule{
	{
		ID:    "cloudflare-origin-ca",
		Kind:  "cloudflare-origin-ca",
		Title: "Cloudflare Origin CA key",
		Why: "It issues origin certificates for every zone of the account. Roll or delete it in " +
			"the dashboard under My profile, API tokens.",
		Source: "https://developers.cloudflare.com/fundamentals/api/get-started/ca-keys/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("v1.0-"), rule.Run(rule.HexLower, 24), rule.Lit("-"), rule.Run(rule.HexLower, 146)),
			rule.Seq(rule.Lit("v1.0-"), rule.Run(rule.Hex, 24), rule.Lit("-"), rule.AtLeast(rule.Hex, 100)),
			rule.Seq(rule.Lit("v1.0-"), rule.AtLeast(rule.HexLower.Or(rule.Chars("-")), 160)).WithDigits(40),
		},
		Confidence: rule.High,
	},
	{
		ID:    "cloudflare-global-key",
		Kind:  "cloudflare-global-key",
		Title: "Cloudflare global API key",
		Why: "With the mail address it does everything the user may do. Roll or delete it in the " +
			"dashboard under My profile, API tokens.",
		Source:     "https://developers.cloudflare.com/fundamentals/api/get-started/token-formats/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("cfk_"), rule.Run(rule.Alnum62, 40), rule.Run(rule.HexLower, 8)).WithChecksum(rule.CRC32HexTail)},
		Confidence: rule.High,
	},
	{
		ID:    "cloudflare-user-token",
		Kind:  "cloudflare-user-token",
		Title: "Cloudflare user API token",
		Why: "It does what its policies allow in the name of the user. Roll or delete it in the " +
			"dashboard under My profile, API tokens.",
		Source: "https://developers.cloudflare.com/fundamentals/api/get-started/token-formats/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("cfut_"), rule.Run(rule.Alnum62, 40), rule.Run(rule.HexLower, 8)).WithChecksum(rule.CRC32HexTail),
			rule.Seq(rule.Lit("cfut_"), rule.Between(rule.Base64URL, 40, 64)).AsExact().WithDistinct(16).WithDigits(3),
		},
		Confidence: rule.High,
	},
	{
		ID:    "cloudflare-account-token",
		Kind:  "cloudflare-account-token",
		Title: "Cloudflare account API token",
		Why: "It does what its policies allow in the account. Roll or delete it in the dashboard " +
			"under My profile, API tokens.",
		Source: "https://developers.cloudflare.com/fundamentals/api/get-started/token-formats/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("cfat_"), rule.Run(rule.Alnum62, 40), rule.Run(rule.HexLower, 8)).WithChecksum(rule.CRC32HexTail),
			rule.Seq(rule.Lit("cfat_"), rule.Between(rule.Base64URL, 40, 64)).AsExact().WithDistinct(16).WithDigits(3),
		},
		Confidence: rule.High,
	},
	{
		ID:    "cloudflare-legacy-token",
		Kind:  "cloudflare-legacy-token",
		Title: "Cloudflare API token or key without a prefix",
		Why: "It changes zones, DNS and workers within its policies. Roll or delete it in the " +
			"dashboard under My profile, API tokens.",
		Source: "https://developers.cloudflare.com/fundamentals/api/get-started/create-token/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.Base64URL, 40)).AsExact().WithLeft(rule.Bare).WithDistinct(16).WithDigits(2),
			rule.Seq(rule.Run(rule.HexLower, 37)).AsExact().WithLeft(rule.Bare).WithDistinct(8).WithDigits(3),
		},
		Confidence: rule.Medium,
		Near:       []string{"cloudflare", "cf_api", "cf-api", "x-auth-key", "cf_token"},
	},
	{
		ID:    "cloudflare-tunnel-token",
		Kind:  "cloudflare-tunnel-token",
		Title: "Cloudflare tunnel token",
		Why: "It runs a connector of the tunnel and receives its traffic. Refresh the token of the " +
			"tunnel.",
		Source:     "https://developers.cloudflare.com/cloudflare-one/connections/connect-networks/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("eyJhIjoi"), rule.AtLeast(rule.Base64Pad, 80))},
		Confidence: rule.High,
	},
}
