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
		Source:     "https://docs.portainer.io/api/access",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("ptr_"), rule.AtLeast(rule.Base64Pad.Or(rule.Chars("_-")), 24)).WithDistinct(14).AsMixed()},
		Confidence: rule.High,
	},
}
