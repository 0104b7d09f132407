package rules

import "jezero/redact/rule"

// Back ends that applications rent: rooms, jobs, flags, log-ins.
var liveblocks = []*rule.Rule{
	{
		ID:    "liveblocks-secret-key",
		Kind:  "liveblocks-secret-key",
		Title: "Liveblocks secret key",
		Why: "It reads and writes every room of the project. Roll it in the dashboard under API " +
			"keys.",
		Source: "https://liveblocks.io/docs/authentication",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("sk_prod_", "sk_dev_"), rule.AtLeast(rule.Base64URL, 40)).WithDistinct(14),
			rule.Seq(rule.Any("sk_prod_", "sk_dev_"), rule.Between(rule.Alnum62, 24, 39)).AsExact().WithDistinct(12).WithDigits(2),
		},
		Confidence: rule.High,
	},
	{
		ID:    "inngest-signing-key",
		Kind:  "inngest-signing-key",
		Title: "Inngest signing key",
		Why: "With it anybody starts the functions of the app. Roll it in the dashboard under API " +
			"keys.",
		Source:     "https://www.inngest.com/docs/platform/signing-keys",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("signkey-prod-", "signkey-test-", "signkey-branch-", "signkey-staging-"), rule.Between(rule.HexLower, 32, 64))},
		Confidence: rule.High,
	},
	{
		ID:    "trigger-dev-key",
		Kind:  "trigger-dev-key",
		Title: "Trigger.dev key",
		Why: "It starts and reads jobs of the project, or acts as its owner. Roll it in the " +
			"dashboard under API keys.",
		Source:     "https://trigger.dev/docs/apikeys",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("tr_prod_", "tr_dev_", "tr_stg_", "tr_pat_", "tr_preview_"), rule.AtLeast(rule.Alnum62, 20))},
		Confidence: rule.High,
	},
	{
		ID:    "unleash-api-token",
		Kind:  "unleash-api-token",
		Title: "Unleash API token",
		Why: "It reads, and as an admin token changes, feature flags. Roll it in the dashboard " +
			"under API keys.",
		Source: "https://docs.getunleash.io/reference/api-tokens-and-client-keys",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Between(rule.WordChars.Or(rule.Chars("-*")), 1, 40), rule.Any(":development.", ":production."), rule.Between(rule.HexLower, 48, 64)).WithLeft(rule.NoClass).AsExact(),
			rule.Seq(rule.Lit("*:*."), rule.Between(rule.HexLower, 48, 64)).WithLeft(rule.None).AsExact(),
		},
		Confidence: rule.High,
	},
	{
		ID:    "flagsmith-server-key",
		Kind:  "flagsmith-server-key",
		Title: "Flagsmith server-side key",
		Why: "It reads the flags and rules of the environment. Roll it in the dashboard under API " +
			"keys.",
		Source:     "https://docs.flagsmith.com/clients/server-side",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("ser."), rule.Run(rule.Alnum62, 22)).AsExact().WithDigits(1)},
		Confidence: rule.High,
	},
	{
		ID:    "statsig-secret-key",
		Kind:  "statsig-secret-key",
		Title: "Statsig server secret",
		Why: "It reads the flags and writes events of the project. Roll it in the dashboard under " +
			"API keys.",
		Source:     "https://docs.statsig.com/sdk-keys/api-keys",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("secret-"), rule.Between(rule.Alnum62, 40, 50)).AsExact().WithDistinct(16).WithDigits(1)},
		Confidence: rule.High,
	},
	{
		ID:    "stytch-secret",
		Kind:  "stytch-secret",
		Title: "Stytch secret",
		Why: "With the project id it administers the users. Roll it in the dashboard under API " +
			"keys.",
		Source: "https://stytch.com/docs/api",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("secret-live-", "secret-test-"), rule.Run(rule.Base64URL, 35), rule.Lit("=")),
			rule.Seq(rule.Any("secret-live-", "secret-test-"), rule.AtLeast(rule.Base64URL, 30)),
		},
		Confidence: rule.High,
	},
	{
		ID:    "ory-token",
		Kind:  "ory-token",
		Title: "Ory token",
		Why: "It administers the project, or is a session of a user. Roll it in the dashboard " +
			"under API keys.",
		Source:     "https://www.ory.sh/docs/concepts/personal-access-token",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("ory_pat_", "ory_wak_", "ory_apikey_", "ory_at_", "ory_rt_", "ory_st_"), rule.AtLeast(rule.Base64URL, 28))},
		Confidence: rule.High,
	},
	{
		ID:    "pangea-token",
		Kind:  "pangea-token",
		Title: "Pangea service token",
		Why: "It calls the security services of the project. Roll it in the dashboard under API " +
			"keys.",
		Source: "https://pangea.cloud/docs/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{rule.Seq(rule.Any("pts_", "pmt_"), rule.Run(rule.LowerNum, 32)).AsExact().WithDigits(1),
			rule.Seq(rule.Lit("pts_"), rule.Run(base32Lower, 26)).AsExact().WithDistinct(11).WithDigits(1),
		},
		Confidence: rule.High,
	},
	{
		ID:    "convex-deploy-key",
		Kind:  "convex-deploy-key",
		Title: "Convex deploy key",
		Why: "It deploys functions and reads the data of the deployment. Roll it in the dashboard " +
			"under API keys.",
		Source:     "https://docs.convex.dev/cli/deploy-key-types",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("prod:", "dev:", "preview:"), rule.Between(rule.LowerNum.Or(rule.Chars("-:")), 5, 60), rule.Lit("|"), rule.AtLeast(rule.Base64Pad, 40)).WithDistinct(16)},
		Confidence: rule.High,
	},
	{
		ID:         "cal-api-key",
		Kind:       "cal-api-key",
		Title:      "Cal.com API key",
		Why:        "It reads and makes bookings of its owner. Roll it in the dashboard under API keys.",
		Source:     "https://cal.com/docs/api-reference/v2/introduction",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("cal_live_"), rule.Run(rule.HexLower, 32))},
		Confidence: rule.High,
	},
	{
		ID:    "apollo-graph-key",
		Kind:  "apollo-graph-key",
		Title: "Apollo GraphOS key",
		Why: "It publishes schemas and reads metrics of the graph. Roll it in the dashboard under " +
			"API keys.",
		Source: "https://www.apollographql.com/docs/graphos/platform/access-management/api-keys",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("service:"), rule.Between(rule.Base64URL, 2, 64), rule.Lit(":"), rule.Run(rule.Base64URL, 22)).AsExact().WithDistinct(12).WithDigits(1),
			rule.Seq(rule.Lit("user:gh."), rule.Between(rule.Base64URL, 2, 64), rule.Lit(":"), rule.Run(rule.Base64URL, 22)).AsExact().WithDistinct(12),
		},
		Confidence: rule.High,
	},
	{
		ID:    "tinybird-token",
		Kind:  "tinybird-token",
		Title: "Tinybird token",
		Why: "It reads and writes the data sources within its scopes. Roll it in the dashboard " +
			"under API keys.",
		Source: "https://www.tinybird.co/docs/forward/administration/tokens",
		Since:  "0.1.0",
		Shapes: []rule.Shape{rule.Seq(rule.Lit("p.eyJ"), rule.AtLeast(rule.Base64URL, 40), rule.Lit("."), rule.AtLeast(rule.Base64URL, 20)),
			// An older form is the payload alone; its first member is u.
			rule.Seq(rule.Lit("p.eyJ1Ijo"), rule.AtLeast(rule.Base64URL, 40)).WithDistinct(14).WithExtent(dotted),
		},
		Confidence: rule.High,
	},
	{
		ID:    "ably-api-key",
		Kind:  "ably-api-key",
		Title: "Ably API key",
		Why: "It publishes and reads within its capabilities. Roll it in the dashboard under API " +
			"keys.",
		Source:     "https://ably.com/docs/auth/basic",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Alnum62, 6), rule.Lit("."), rule.Run(rule.Alnum62, 6), rule.Lit(":"), rule.Run(rule.Base64URL, 43)).AsExact().WithLeft(rule.Bare).WithDistinct(16)},
		Confidence: rule.Medium,
		Near:       []string{"ably"},
	},
}
