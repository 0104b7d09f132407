package rules

import "jezero/redact/rule"

// Sanity.
var sanity = []*rule.Rule{
	{
		ID:    "sanity-token",
		Kind:  "sanity-token",
		Title: "Sanity API token",
		Why: "It reads and writes the datasets of the project. Delete it in the project under API, " +
			"Tokens.",
		Source:     "https://www.sanity.io/docs/content-lake/http-auth",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("sk"), rule.Between(rule.Alnum62, 80, 180)).AsExact().WithDistinct(24)},
		Confidence: rule.Medium,
		Near:       []string{"sanity"},
	},
}
