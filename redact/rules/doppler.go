package rules

import "jezero/redact/rule"

// Doppler: dp.<kind>. and 40 or more characters.
var doppler = []*rule.Rule{
	{
		ID:    "doppler-token",
		Kind:  "doppler-token",
		Title: "Doppler token",
		Why: "It reads, and with write access changes, the secrets of its project or of every " +
			"project of its owner. Revoke it in the dashboard.",
		Source: "https://docs.doppler.com/docs/service-tokens",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("dp.pt.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit.", "dp.said.", "dp.oauth."), rule.AtLeast(rule.Alnum62, 40)),
			rule.Seq(rule.Lit("dp.st."), rule.AtLeast(rule.Alnum62, 40)),
			rule.Seq(rule.Lit("dp.st."), rule.Between(lowerURL, 2, 35), rule.Lit("."), rule.AtLeast(rule.Alnum62, 40)),
		},
		Confidence: rule.High,
	},
}
