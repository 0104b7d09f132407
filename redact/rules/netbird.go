package rules

import "jezero/redact/rule"

// NetBird and ZeroTier.
var netbird = []*rule.Rule{
	{
		ID:         "netbird-pat",
		Kind:       "netbird-pat",
		Title:      "NetBird access token",
		Why:        "It administers peers and policies. Delete it under Users, the access token.",
		Source:     "https://docs.netbird.io/how-to/access-netbird-public-api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("nbp_"), rule.Run(rule.Alnum62, 36))},
		Confidence: rule.High,
	},
}
