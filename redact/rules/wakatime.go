package rules

import "jezero/redact/rule"

// WakaTime.
var wakatime = []*rule.Rule{
	{
		ID:     "wakatime-api-key",
		Kind:   "wakatime-api-key",
		Title:  "WakaTime API key or token",
		Why:    "It reads what its owner works on. Refresh it under Settings, Account.",
		Source: "https://wakatime.com/developers",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("waka_"), rule.Run(rule.Hex, 8), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 12)),
			rule.Seq(rule.Lit("waka_"), rule.Between(rule.Base64URL, 36, 64)).AsMixed(),
			rule.Seq(rule.Any("waka_tok_", "waka_ref_", "waka_sec_"), rule.AtLeast(rule.Alnum62, 40)),
		},
		Confidence: rule.High,
	},
}
