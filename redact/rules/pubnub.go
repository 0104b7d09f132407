package rules

import "jezero/redact/rule"

// PubNub.
var pubnub = []*rule.Rule{
	{
		ID:    "pubnub-key",
		Kind:  "pubnub-key",
		Title: "PubNub key",
		Why: "A secret key administers access; a publish key writes to channels. Reset it in the " +
			"admin portal.",
		Source: "https://www.pubnub.com/docs/general/setup/account-setup",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("pub-c-", "sub-c-"), rule.Run(rule.Hex, 8), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 12)),
			rule.Seq(rule.Lit("sec-c-"), rule.Run(rule.Alnum62, 48)),
		},
		Confidence: rule.High,
	},
}
