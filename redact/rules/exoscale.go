package rules

import "jezero/redact/rule"

// Exoscale.
var exoscale = []*rule.Rule{
	{
		ID:    "exoscale-api-key",
		Kind:  "exoscale-api-key",
		Title: "Exoscale API key",
		Why: "With its secret it administers the account within its role. Revoke it under IAM, API " +
			"keys.",
		Source: "https://community.exoscale.com/product/iam/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("EXO"), rule.Between(rule.HexLower, 24, 30)).AsExact().WithDistinct(8).WithDigits(2),
			rule.Seq(rule.Lit("EXO"), rule.Between(rule.Alnum62, 24, 30)).AsExact().WithDistinct(12).WithDigits(1),
		},
		Confidence: rule.High,
	},
}
