package rules

import "jezero/redact/rule"

// Contentful and Kontent.ai.
var contentful = []*rule.Rule{
	{
		ID:    "contentful-pat",
		Kind:  "contentful-pat",
		Title: "Contentful management token",
		Why: "It reads, writes and publishes the content of every space of its owner. Revoke it " +
			"under Account settings, CMA tokens.",
		Source:     "https://www.contentful.com/developers/docs/references/authentication/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("CFPAT-"), rule.Run(rule.Base64URL, 43))},
		Confidence: rule.High,
	},
	{
		ID:    "contentful-delivery-token",
		Kind:  "contentful-delivery-token",
		Title: "Contentful delivery token",
		Why: "It reads the published (or preview) content of the space. Revoke it under Account " +
			"settings, CMA tokens.",
		Source:     "https://www.contentful.com/developers/docs/references/authentication/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Base64URL, 43)).AsExact().WithLeft(rule.Bare).WithDistinct(16).WithDigits(2)},
		Confidence: rule.Medium,
		Near:       []string{"contentful"},
	},
}
