package rules

import "jezero/redact/rule"

// Firecrawl.
var firecrawl = []*rule.Rule{
	{
		ID:         "firecrawl-api-key",
		Kind:       "firecrawl-api-key",
		Title:      "Firecrawl API key",
		Why:        "It crawls at the cost of the account. Delete it in the dashboard under API keys.",
		Source:     "https://docs.firecrawl.dev/introduction",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("fc-"), rule.Run(rule.HexLower, 32)).AsExact().WithDistinct(8)},
		Confidence: rule.High,
	},
}
