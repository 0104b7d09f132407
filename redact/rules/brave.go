package rules

import "jezero/redact/rule"

// Brave Search.
var brave = []*rule.Rule{
	{
		ID:         "brave-search-key",
		Kind:       "brave-search-key",
		Title:      "Brave Search API key",
		Why:        "It searches at the cost of the account. Delete it in the dashboard.",
		Source:     "https://api-dashboard.search.brave.com/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("BSA"), rule.Between(rule.Base64URL, 24, 40)).AsExact().WithLeft(rule.Bare).WithDistinct(12).WithDigits(1)},
		Confidence: rule.High,
	},
}
