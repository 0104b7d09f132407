package rules

import "jezero/redact/rule"

// Klaviyo, ClickUp and Courier share the prefix pk_.
var klaviyo = []*rule.Rule{
	{
		ID:    "klaviyo-private",
		Kind:  "klaviyo-private",
		Title: "Klaviyo private API key",
		Why: "It reads and writes the profiles and sends campaigns of the account. Delete it under " +
			"Settings, API keys.",
		Source: "https://developers.klaviyo.com/en/docs/authenticate_",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("pk_"), rule.Run(rule.HexLower, 34)).AsExact(),
			rule.Seq(rule.Lit("pk_"), rule.Run(rule.Alnum62, 6), rule.Lit("_"), rule.Run(rule.HexLower, 34)),
		},
		Confidence: rule.High,
	},
	{
		ID:         "clickup-personal",
		Kind:       "clickup-personal",
		Title:      "ClickUp personal API token",
		Why:        "It acts as its owner in every workspace. Regenerate it under Settings, Apps.",
		Source:     "https://developer.clickup.com/docs/authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("pk_"), rule.Between(rule.Digit, 6, 10), rule.Lit("_"), rule.Run(rule.UpperNum, 32))},
		Confidence: rule.High,
	},
	{
		ID:    "courier-auth-token",
		Kind:  "courier-auth-token",
		Title: "Courier auth token",
		Why: "It sends notifications in the name of the workspace. Delete it under Settings, API " +
			"keys.",
		Source:     "https://www.courier.com/docs/reference/auth/intro",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("pk_prod_", "pk_test_", "dk_prod_", "dk_test_"), rule.Run(rule.Alnum62, 28)).AsExact().WithDistinct(10)},
		Confidence: rule.High,
	},
	{
		ID:    "pk-prefixed-key",
		Kind:  "pk-prefixed-key",
		Title: "API key with the prefix pk_",
		Why: "It uses the account of its issuer; some issuers call it a personal key, others a " +
			"public one. Revoke it in the dashboard of its issuer.",
		Since: "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("pk_"), rule.Run(rule.LowerNum, 45)).AsExact().WithDistinct(14),
			rule.Seq(rule.Lit("pk_"), rule.AtLeast(rule.Base64URL, 80)).WithDistinct(20).AsMixed(),
		},
		Confidence: rule.Medium,
	},
}
