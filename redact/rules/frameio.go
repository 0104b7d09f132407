package rules

import "jezero/redact/rule"

// Frame.io.
var frameio = []*rule.Rule{
	{
		ID:         "frameio-token",
		Kind:       "frameio-token",
		Title:      "Frame.io developer token",
		Why:        "It reads and changes the projects of its owner. Delete it in the developer site.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("fio-u-"), rule.Run(rule.Base64URL.Or(rule.Chars("=")), 64))},
		Confidence: rule.High,
	},
}
