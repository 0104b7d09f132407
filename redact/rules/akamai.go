package rules

import "jezero/redact/rule"

// Akamai EdgeGrid.
var akamai = []*rule.Rule{
	{
		ID:    "akamai-edgegrid-token",
		Kind:  "akamai-edgegrid-token",
		Title: "Akamai EdgeGrid token",
		Why: "With its secret it signs calls to Akamai APIs. Deactivate the client in Identity and " +
			"access.",
		Source: "https://techdocs.akamai.com/developer/docs/set-up-authentication-credentials",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("akab-"), rule.Run(rule.LowerNum, 16), rule.Lit("-"), rule.Run(rule.LowerNum, 16)),
			rule.Seq(rule.Lit("akab-"), rule.Between(rule.Alnum62, 18, 40)).AsExact().WithDistinct(10).WithDigits(2),
		},
		Confidence: rule.High,
	},
}
