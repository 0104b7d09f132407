package rules

import "jezero/redact/rule"

// Arcjet.
var arcjet = []*rule.Rule{
	{
		ID:         "arcjet-site-key",
		Kind:       "arcjet-site-key",
		Title:      "Arcjet site key",
		Why:        "It asks for, and fills the log with, decisions of the site. Rotate it on the page of the site.",
		Source:     "https://docs.arcjet.com/environment",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("ajkey_"), rule.Run(rule.LowerNum, 26)).WithDigits(3)},
		Confidence: rule.High,
	},
}
