package rules

import "jezero/redact/rule"

// Quay.
var quay = []*rule.Rule{
	{
		ID:     "quay-robot-token",
		Kind:   "quay-robot-token",
		Title:  "Quay robot token",
		Why:    "It pulls, and with write rights pushes, the images of the organization. Regenerate it in the account under Robot accounts.",
		Source: "https://docs.quay.io/glossary/robot-accounts.html",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.UpperNum, 64)).AsExact().WithLeft(rule.Alnum).WithDistinct(20).WithDigits(8),
		},
		Confidence: rule.Medium,
		Near:       []string{"quay", "robot"},
		Within:     120,
	},
}
