package rules

import "jezero/redact/rule"

// PlanetScale.
var planetscale = []*rule.Rule{
	{
		ID:    "planetscale-token",
		Kind:  "planetscale-token",
		Title: "PlanetScale service token",
		Why: "It administers databases within its access list. Delete it in the settings of the " +
			"organisation or database.",
		Source:     "https://planetscale.com/docs/api/reference/service-tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("pscale_tkn_"), rule.AtLeast(dottedPad, 32))},
		Confidence: rule.High,
	},
	{
		ID:    "planetscale-password",
		Kind:  "planetscale-password",
		Title: "PlanetScale database password",
		Why: "It reads and writes the branch. Delete it in the settings of the organisation or " +
			"database.",
		Source:     "https://planetscale.com/docs/api/reference/service-tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("pscale_pw_"), rule.AtLeast(dottedPad, 32))},
		Confidence: rule.High,
	},
	{
		ID:    "planetscale-oauth",
		Kind:  "planetscale-oauth",
		Title: "PlanetScale OAuth token",
		Why: "It acts for the user who granted it. Delete it in the settings of the organisation " +
			"or database.",
		Source:     "https://planetscale.com/docs/api/reference/service-tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("pscale_oauth_"), rule.AtLeast(dottedPad, 32))},
		Confidence: rule.High,
	},
}
