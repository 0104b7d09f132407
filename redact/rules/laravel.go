package rules

import "jezero/redact/rule"

// Laravel.
var laravel = []*rule.Rule{
	{
		ID:    "laravel-sanctum-token",
		Kind:  "laravel-sanctum-token",
		Title: "Laravel Sanctum token",
		Why: "It calls the application as the user it was made for. Delete its row in " +
			"personal_access_tokens; the number before the bar is its id.",
		Source: "https://laravel.com/docs/sanctum",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Between(rule.Digit, 1, 9), rule.Lit("|"), rule.Run(rule.Alnum62, 40)).AsExact().AsMixed().WithLeft(rule.Alnum).WithDistinct(16),
			// Newer ones end in eight digits of a checksum.
			rule.Seq(rule.Between(rule.Digit, 1, 9), rule.Lit("|"), rule.Run(rule.Alnum62, 48)).AsExact().AsMixed().WithLeft(rule.Alnum).WithDistinct(16),
		},
		Confidence: rule.Medium,
		Near:       []string{"sanctum", "laravel", "bearer", "token", "authorization", "convier"},
	},
}
