package rules

import "jezero/redact/rule"

// OpenAI: every current key carries the base64 of "OpenAI" in the middle.
var openai = []*rule.Rule{
	{
		ID:    "openai-project-key",
		Kind:  "openai-project-key",
		Title: "OpenAI project or service account key",
		Why: "It calls models at the cost of the project and reads its files. Revoke it at " +
			"platform.openai.com under API keys.",
		Source: "https://platform.openai.com/docs/api-reference/authentication",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("sk-proj-", "sk-svcacct-", "sk-None-", "sk-service-"), rule.AtLeast(rule.Base64URL, 20)),
			// The infix too, else the user key's shape, which has it, names the short form.
			rule.Seq(rule.Any("sk-proj-", "sk-svcacct-", "sk-None-", "sk-service-"), rule.Run(rule.Alnum62, 20), rule.Lit("T3BlbkFJ"), rule.AtLeast(rule.Alnum62, 20)),
		},
		Confidence: rule.High,
	},
	{
		ID:    "openai-legacy-key",
		Kind:  "openai-legacy-key",
		Title: "OpenAI user key",
		Why: "It calls models at the cost of the organisation. Revoke it at platform.openai.com " +
			"under API keys.",
		Source: "https://platform.openai.com/docs/api-reference/authentication",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("sk-"), rule.Run(rule.Alnum62, 20), rule.Lit("T3BlbkFJ"), rule.Run(rule.Alnum62, 20)).WithLeft(rule.Alnum),
			rule.Seq(rule.Lit("sk-"), rule.Between(rule.LowerNum.Or(rule.Chars("_")), 1, 40), rule.Lit("-"), rule.Run(rule.Alnum62, 20), rule.Lit("T3BlbkFJ"), rule.Run(rule.Alnum62, 20)),
		},
		Confidence: rule.High,
	},
	{
		ID:    "openai-admin-key",
		Kind:  "openai-admin-key",
		Title: "OpenAI admin key",
		Why: "It administers projects, members and keys of the organisation. Revoke it at " +
			"platform.openai.com under API keys.",
		Source:     "https://platform.openai.com/docs/api-reference/admin-api-keys",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("sk-admin-"), rule.AtLeast(rule.Base64URL, 40))},
		Confidence: rule.High,
	},
	{
		ID:         "openai-session-key",
		Kind:       "openai-session-key",
		Title:      "OpenAI session key",
		Why:        "It is a signed-in session of the platform site. Sign out of all sessions.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("sess-"), rule.Run(rule.Alnum62, 40))},
		Confidence: rule.High,
	},
	{
		ID:    "generic-sk-key",
		Kind:  "generic-sk-key",
		Title: "API key with the prefix sk-",
		Why: "It calls the API of its issuer (DeepSeek, Kimi, Stability, Braintrust and others use " +
			"this look) at the cost of its owner. Revoke it in the console of its issuer.",
		Since: "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("sk-"), rule.Run(rule.Alnum62, 48)).AsExact().WithLeft(rule.Alnum).WithDistinct(14),
			rule.Seq(rule.Lit("sk-"), rule.Run(rule.HexLower, 32)).AsExact().WithLeft(rule.Alnum).WithDistinct(8),
			rule.Seq(rule.Lit("sk-"), rule.AtLeast(rule.Alnum62, 40)).WithDistinct(16).WithDigits(1),
			rule.Seq(rule.Lit("sk-"), rule.Run(rule.Alnum62, 32)).AsExact().WithLeft(rule.Alnum).WithDistinct(12).WithDigits(1),
			rule.Seq(rule.Lit("sk-"), rule.Run(rule.Base64URL, 48)).AsExact().WithDistinct(16).WithDigits(1),
			// A word or two of the issuer before the key: sk-hc-v1-…
			rule.Seq(rule.Lit("sk-"), rule.Between(rule.LowerNum, 2, 12), rule.Lit("-"), rule.Optional(rule.Any("v1-", "v2-")), rule.AtLeast(rule.Alnum62, 40)).WithDistinct(12).WithDigits(3),
		},
		Confidence: rule.Medium,
	},
}
