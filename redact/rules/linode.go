package rules

import "jezero/redact/rule"

// Linode (Akamai).
var linode = []*rule.Rule{
	{
		ID:    "linode-token",
		Kind:  "linode-token",
		Title: "Linode personal access token",
		Why: "It administers the account within its scopes. Revoke it in the Cloud Manager under " +
			"API tokens.",
		Source:     "https://techdocs.akamai.com/linode-api/reference/get-started",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.HexLower, 64)).AsExact().WithLeft(rule.Bare).WithDistinct(8).WithDigits(3)},
		Confidence: rule.Medium,
		Near:       []string{"linode"},
		Within:     100,
	},
}
