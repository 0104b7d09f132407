package rules

import "jezero/redact/rule"

// Dynatrace: a public part of 24 characters, which names the token, and a secret
// part of 64. The public part stays: lists of tokens and logs show it.
var dynatrace = []*rule.Rule{
	{
		ID:    "dynatrace-token",
		Kind:  "dynatrace-token",
		Title: "Dynatrace token",
		Why: "It reads and writes monitoring data and configuration within its scopes. Delete it " +
			"under Access tokens.",
		Source: "https://docs.dynatrace.com/docs/manage/identity-access-management/access-tokens-and-oauth-clients/access-tokens",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("dt0"), rule.Run(rule.Lower, 1), rule.Run(rule.Digit, 2), rule.Lit("."), rule.Run(rule.UpperNum, 24), rule.Lit("."), rule.Run(rule.UpperNum, 64)).WithSecret(6, 7).WithLeft(rule.Alnum),
			rule.Seq(rule.Lit("dt0"), rule.Run(rule.Lower, 1), rule.Run(rule.Digit, 2), rule.Lit("."), rule.Run(rule.UpperNum, 8), rule.Lit("."), rule.Run(rule.UpperNum, 64)).WithSecret(6, 7).WithLeft(rule.Alnum),
		},
		Confidence: rule.High,
	},
}
