package rules

import "jezero/redact/rule"

// Hasura.
var hasura = []*rule.Rule{
	{
		ID:    "hasura-admin-secret",
		Kind:  "hasura-admin-secret",
		Title: "Hasura admin secret",
		Why: "It reads and writes every table past the permissions. Revoke it under My account, " +
			"Access tokens.",
		Source:     "https://hasura.io/docs/latest/hasura-cloud/api-reference/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Alnum62, 64)).AsExact().WithLeft(rule.Bare).WithDistinct(20).WithDigits(2)},
		Confidence: rule.Medium,
		Near:       []string{"hasura"},
	},
}
