package rules

import "jezero/redact/rule"

// Portainer.
var portainer = []*rule.Rule{
	{
		ID:    "portainer-access",
		Kind:  "portainer-access",
		Title: "Portainer access token",
		Why: "It administers the containers of its environments. Remove it under My account, " +
			"Access tokens.",
		Source: "https://docs.portainer.io/api/access",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("ptr_"), rule.Between(rule.Base64URL, 20, 60)).WithExtent(rule.Base64Pad.Or(rule.Chars("_-"))).WithDistinct(14),
			rule.Seq(rule.Lit("ptr_"), rule.Between(rule.Base64Pad, 20, 60)).WithExtent(rule.Base64Pad.Or(rule.Chars("_-"))).WithDistinct(14),
		},
		Confidence: rule.High,
	},
}
