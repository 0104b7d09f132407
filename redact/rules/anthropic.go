package rules

import "jezero/redact/rule"

// Anthropic: sk-ant-, the kind and its version, then 93 characters and a fixed tail.
var anthropic = []*rule.Rule{
	{
		ID:    "anthropic-api-key",
		Kind:  "anthropic-api-key",
		Title: "Anthropic API key",
		Why: "It calls models at the cost of the workspace. Delete it in the Console under API " +
			"keys.",
		Source: "https://docs.anthropic.com/en/api/overview",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("sk-ant-api"), rule.Between(rule.Digit, 2, 3), rule.Lit("-"), rule.AtLeast(rule.Base64URL, 24)),
			rule.Seq(rule.Lit("sk-ant-"), rule.Between(rule.Lower, 1, 8), rule.Between(rule.Digit, 1, 3), rule.Lit("-"), rule.AtLeast(rule.Base64URL, 24)),
		},
		Confidence: rule.High,
	},
	{
		ID:    "anthropic-admin-key",
		Kind:  "anthropic-admin-key",
		Title: "Anthropic admin key",
		Why: "It administers members, workspaces and keys of the organisation. Delete it in the " +
			"Console under API keys.",
		Source:     "https://docs.anthropic.com/en/api/administration-api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("sk-ant-admin"), rule.Run(rule.Digit, 2), rule.Lit("-"), rule.AtLeast(rule.Base64URL, 24))},
		Confidence: rule.High,
	},
	{
		ID:    "anthropic-oauth-token",
		Kind:  "anthropic-oauth-token",
		Title: "Anthropic OAuth token or session key",
		Why: "It is a signed-in session of Claude or Claude Code. Sign out of all sessions in the " +
			"settings of the account.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("sk-ant-oat", "sk-ant-ort", "sk-ant-sid"), rule.Run(rule.Digit, 2), rule.Lit("-"), rule.AtLeast(rule.Base64URL, 24))},
		Confidence: rule.High,
	},
}
