package rules

import "jezero/redact/rule"

// hCaptcha.
var hcaptcha = []*rule.Rule{
	{
		ID:     "hcaptcha-secret",
		Kind:   "hcaptcha-secret",
		Title:  "hCaptcha secret",
		Why:    "With it anybody checks answers in the name of the account. Rotate it in the dashboard under Settings.",
		Source: "https://docs.hcaptcha.com/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("ES_"), rule.Run(rule.HexLower, 32)).AsExact().WithDistinct(8).WithDigits(4),
		},
		Confidence: rule.High,
	},
}
