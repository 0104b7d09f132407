package rules

import "jezero/redact/rule"

// Paddle.
var paddle = []*rule.Rule{
	{
		ID:    "paddle-api-key",
		Kind:  "paddle-api-key",
		Title: "Paddle API key",
		Why: "It reads customers and transactions and changes subscriptions. Revoke it under " +
			"Developer tools, Authentication.",
		Source:     "https://developer.paddle.com/api-reference/about/authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("pdl_live_apikey_", "pdl_sdbx_apikey_"), rule.Run(rule.LowerNum, 26), rule.Lit("_"), rule.Run(rule.Alnum62, 22), rule.Lit("_"), rule.Run(rule.Alnum62, 3))},
		Confidence: rule.High,
	},
}
