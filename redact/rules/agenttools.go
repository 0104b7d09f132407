package rules

import "jezero/redact/rule"

// Context7, Composio and Mem0: keys of tool servers for agents.
var agentTools = []*rule.Rule{
	{
		ID:    "context7-api-key",
		Kind:  "context7-api-key",
		Title: "Context7 API key",
		Why: "It reads documentation at the cost of the account. Delete it in the dashboard of the " +
			"issuer.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{withUUID(rule.Lit("ctx7sk-"))},
		Confidence: rule.High,
	},
	{
		ID:    "mem0-api-key",
		Kind:  "mem0-api-key",
		Title: "Mem0 API key",
		Why: "It reads and writes memories of every user of the project. Delete it in the " +
			"dashboard of the issuer.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("m0-"), rule.Between(rule.Alnum62, 24, 44)).AsExact().WithDistinct(12).WithDigits(2)},
		Confidence: rule.High,
	},
	{
		ID:    "e2b-api-key",
		Kind:  "e2b-api-key",
		Title: "E2B API key",
		Why: "It starts sandboxes at the cost of the team. Delete it in the dashboard of the " +
			"issuer.",
		Since: "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("e2b_"), rule.Run(rule.HexLower, 40)),
			rule.Seq(rule.Lit("e2b_"), rule.Between(rule.Alnum62, 32, 48)).AsExact().WithDistinct(12).WithDigits(2),
		},
		Confidence: rule.High,
	},
	{
		ID:    "helicone-api-key",
		Kind:  "helicone-api-key",
		Title: "Helicone API key",
		Why: "It calls models through the gateway at the cost of its owner. Delete it in the " +
			"dashboard of the issuer.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("sk-helicone-", "pk-helicone-"), rule.AtLeast(rule.Alnum62.Or(rule.Chars("-")), 20))},
		Confidence: rule.High,
	},
	{
		ID:     "browser-use-key",
		Kind:   "browser-use-key",
		Title:  "Browser Use API key",
		Why:    "It drives browsers at the cost of the account. Delete it in the settings under API keys.",
		Source: "https://docs.browser-use.com/cloud/quickstart",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("bu_"), rule.Between(rule.Base64URL, 32, 96)).WithDistinct(14).AsMixed(),
		},
		Confidence: rule.High,
	},
}
