package rules

import "jezero/redact/rule"

// Honeycomb, Axiom and other places for logs.
var honeycomb = []*rule.Rule{
	{
		ID:    "honeycomb-key",
		Kind:  "honeycomb-key",
		Title: "Honeycomb ingest or management key",
		Why: "It sends events, or administers the environment. Disable it in the settings of the " +
			"issuer.",
		Source:     "https://docs.honeycomb.io/configure/environments/manage-api-keys/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("hcaik_", "hcxik_", "hcalk_", "hcbik_", "hcamk_", "hcxmk_"), rule.AtLeast(rule.LowerNum, 32))},
		Confidence: rule.High,
	},
	{
		ID:    "honeycomb-legacy-key",
		Kind:  "honeycomb-key",
		Title: "Honeycomb API key without a prefix",
		Why: "It sends and queries events of the environment. Disable it in the settings of the " +
			"environment.",
		Source: "https://docs.honeycomb.io/configure/environments/manage-api-keys/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.Alnum62, 22)).AsExact().WithLeft(rule.Bare).WithDistinct(11).WithDigits(1).AsMixed(),
			rule.Seq(rule.Run(rule.HexLower, 32)).AsExact().WithLeft(rule.Bare).WithDistinct(8).WithDigits(4),
		},
		Confidence: rule.Medium,
		Near:       []string{"honeycomb"},
		Within:     60,
	},
	{
		ID:    "axiom-token",
		Kind:  "axiom-token",
		Title: "Axiom token",
		Why: "It queries or ingests data within its scopes. Disable it in the settings of the " +
			"issuer.",
		Source:     "https://axiom.co/docs/reference/tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{withUUID(rule.Any("xaat-", "xapt-"))},
		Confidence: rule.High,
	},
	{
		ID:         "logfire-token",
		Kind:       "logfire-token",
		Title:      "Pydantic Logfire token",
		Why:        "It writes or reads traces of the project. Disable it in the settings of the issuer.",
		Source:     "https://logfire.pydantic.dev/docs/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("pylf_v"), rule.Run(rule.Digit, 1), rule.Lit("_"), rule.Between(rule.LowerNum, 2, 5), rule.Lit("_"), rule.Run(rule.Alnum62, 43))},
		Confidence: rule.High,
	},
}
