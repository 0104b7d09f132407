package rules

import "jezero/redact/rule"

// Mapbox: sk, tk or pk and a payload that is base64 of JSON.
var mapbox = []*rule.Rule{
	{
		ID:    "mapbox-secret",
		Kind:  "mapbox-secret",
		Title: "Mapbox secret token",
		Why: "It changes styles, data and tokens of the account within its scopes. Delete it under " +
			"Account, Access tokens.",
		Source:     "https://docs.mapbox.com/api/accounts/tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("sk.eyJ", "tk.eyJ"), rule.AtLeast(rule.Base64URL, 20), rule.Lit("."), rule.AtLeast(rule.Base64URL, 20))},
		Confidence: rule.High,
	},
	{
		ID:    "mapbox-public",
		Kind:  "mapbox-public",
		Title: "Mapbox public token",
		Why: "It loads maps at the cost of the account; restrict it by URL. Delete it under " +
			"Account, Access tokens.",
		Source: "https://docs.mapbox.com/api/accounts/tokens/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("pk.eyJ"), rule.AtLeast(rule.Base64URL, 20), rule.Lit("."), rule.AtLeast(rule.Base64URL, 20)),
			rule.Seq(rule.Any("pk.", "sk.", "tk."), rule.Run(rule.Base64URL, 60), rule.Lit("."), rule.Between(rule.Base64URL, 20, 24)).WithDistinct(14),
		},
		Confidence: rule.Medium,
	},
}
