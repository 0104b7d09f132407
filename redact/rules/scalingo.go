package rules

import "jezero/redact/rule"

// Scalingo.
var scalingo = []*rule.Rule{
	{
		ID:    "scalingo-api-token",
		Kind:  "scalingo-api-token",
		Title: "Scalingo API token",
		Why: "It deploys and administers the applications of its owner. Revoke it in the dashboard " +
			"under Tokens.",
		Source:     "https://developers.scalingo.com/tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("tk-us-"), rule.Run(rule.Base64URL, 48))},
		Confidence: rule.High,
	},
}
