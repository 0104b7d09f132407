package rules

import "jezero/redact/rule"

// Infisical.
var infisical = []*rule.Rule{
	{
		ID:    "infisical-service-token",
		Kind:  "infisical-service-token",
		Title: "Infisical service token",
		Why: "It reads the secrets of the environment. Revoke it in the project under Access " +
			"control.",
		Source: "https://infisical.com/docs/documentation/platform/token",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("st."), rule.Run(rule.HexLower, 8), rule.Lit("-"), rule.Run(rule.HexLower, 4), rule.Lit("-"), rule.Run(rule.HexLower, 4), rule.Lit("-"), rule.Run(rule.HexLower, 4), rule.Lit("-"), rule.Run(rule.HexLower, 12), rule.Lit("."), rule.Between(rule.HexLower, 32, 64)).WithExtent(rule.HexLower.Or(rule.Chars("."))),
			rule.Seq(rule.Lit("st."), rule.Run(rule.HexLower, 24), rule.Lit("."), rule.Between(rule.HexLower, 32, 64)).WithExtent(rule.HexLower.Or(rule.Chars("."))),
		},
		Confidence: rule.High,
	},
}
