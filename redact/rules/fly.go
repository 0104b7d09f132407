package rules

import "jezero/redact/rule"

// Fly.io.
var fly = []*rule.Rule{
	{
		ID:    "flyio-access-token",
		Kind:  "flyio-access-token",
		Title: "Fly.io access token",
		Why: "It deploys and administers the apps of the organisation. Revoke it with fly tokens " +
			"revoke.",
		Source: "https://fly.io/docs/security/tokens/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("FlyV1"), rule.Optional(rule.Lit(" ")), rule.Any("fm1r_", "fm1a_", "fm2_"), rule.AtLeast(rule.Base64Pad.Or(rule.Chars("_-")), 60)),
			rule.Seq(rule.Any("fm1r_", "fm1a_", "fm2_"), rule.AtLeast(rule.Base64Pad.Or(rule.Chars("_-")), 60)),
			rule.Seq(rule.Lit("fo1_"), rule.Run(rule.Base64URL, 43)),
		},
		Confidence: rule.High,
	},
}
