package rules

import "jezero/redact/rule"

// Adobe.
var adobe = []*rule.Rule{
	{
		ID:    "adobe-client-secret",
		Kind:  "adobe-client-secret",
		Title: "Adobe client secret",
		Why: "With the client id it gets tokens of the integration. Rotate it in the Developer " +
			"Console.",
		Source: "https://developer.adobe.com/developer-console/docs/guides/authentication/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("p8e-"), rule.Run(rule.Base64URL, 32)),
			rule.Seq(rule.Lit("p8e-"), rule.AtLeast(rule.Base64URL, 30)),
		},
		Confidence: rule.High,
	},
}
