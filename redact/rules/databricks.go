package rules

import "jezero/redact/rule"

// Databricks.
var databricks = []*rule.Rule{
	{
		ID:    "databricks-pat",
		Kind:  "databricks-pat",
		Title: "Databricks personal access token",
		Why: "It runs jobs and reads tables as its owner. Revoke it under User settings, " +
			"Developer, Access tokens.",
		Source: "https://docs.databricks.com/aws/en/dev-tools/auth/pat",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("dapi"), rule.Run(rule.HexLower, 32), rule.Optional(rule.Lit("-"))).WithExtent(rule.Digit),
			rule.Seq(rule.Lit("dkea"), rule.Run(rule.HexLower, 32)),
			rule.Seq(rule.Lit("dose"), rule.Run(rule.HexLower, 32)).AsExact(),
			// The secret of a service principal (OAuth).
			rule.Seq(rule.Lit("dose"), rule.Run(dotted, 32)).AsExact().WithDistinct(16).WithDigits(2).AsMixed(),
			rule.Seq(rule.Lit("dsapi"), rule.Run(rule.HexLower, 32)),
		},
		Confidence: rule.High,
	},
}
