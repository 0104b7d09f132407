package rules

import "jezero/redact/rule"

// Tailscale.
var tailscale = []*rule.Rule{
	{
		ID:    "tailscale-key",
		Kind:  "tailscale-key",
		Title: "Tailscale key",
		Why: "Depending on its kind it adds machines to the tailnet, calls the API or signs " +
			"webhooks. Revoke it in the admin console under Settings, Keys.",
		Source: "https://tailscale.com/kb/1277/key-prefixes",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("tskey-"), rule.Between(rule.Lower, 2, 12), rule.Lit("-"), rule.AtLeast(rule.Alnum62, 6), rule.Lit("-"), rule.AtLeast(rule.Alnum62, 10)).WithExtent(rule.WordChars.Or(rule.Chars("-"))),
			rule.Seq(rule.Lit("tskey-"), rule.AtLeast(rule.WordChars, 6), rule.Lit("-"), rule.AtLeast(rule.WordChars.Or(rule.Chars("-")), 10)),
		},
		Confidence: rule.High,
	},
}
