package rules

import "jezero/redact/rule"

// DigitalOcean.
var digitalocean = []*rule.Rule{
	{
		ID:    "digitalocean-pat",
		Kind:  "digitalocean-pat",
		Title: "DigitalOcean personal access token",
		Why: "It creates, reads and destroys resources of the team within its scopes. Delete it in " +
			"the control panel under API, Tokens.",
		Source:     "https://docs.digitalocean.com/reference/api/create-personal-access-token/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("dop_v1_"), rule.Run(rule.HexLower, 64))},
		Confidence: rule.High,
	},
	{
		ID:    "digitalocean-oauth",
		Kind:  "digitalocean-oauth",
		Title: "DigitalOcean OAuth token",
		Why: "It acts for the user who granted it. Revoke the application under API, Authorized " +
			"applications.",
		Source:     "https://docs.digitalocean.com/reference/api/create-personal-access-token/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("doo_v1_"), rule.Run(rule.HexLower, 64))},
		Confidence: rule.High,
	},
	{
		ID:    "digitalocean-refresh",
		Kind:  "digitalocean-refresh",
		Title: "DigitalOcean OAuth refresh token",
		Why: "It buys new access tokens. Revoke the application under API, Authorized " +
			"applications.",
		Source:     "https://docs.digitalocean.com/reference/api/create-personal-access-token/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("dor_v1_"), rule.Run(rule.HexLower, 64))},
		Confidence: rule.High,
	},
	{
		ID:    "digitalocean-spaces-key",
		Kind:  "digitalocean-spaces-key",
		Title: "DigitalOcean Spaces access key",
		Why: "With its secret it reads and writes the buckets. Delete it in the control panel " +
			"under API, Tokens.",
		Source: "https://docs.digitalocean.com/products/spaces/how-to/manage-access/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("DO00"), rule.Run(rule.UpperNum, 16)).AsExact(),
			rule.Seq(rule.Lit("DO801"), rule.Run(rule.UpperNum, 15)).AsExact(),
		},
		Confidence: rule.High,
	},
}
