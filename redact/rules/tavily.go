package rules

import "jezero/redact/rule"

// Tavily.
var tavily = []*rule.Rule{
	{
		ID:     "tavily-api-key",
		Kind:   "tavily-api-key",
		Title:  "Tavily API key",
		Why:    "It searches at the cost of the account. Delete it in the dashboard.",
		Source: "https://docs.tavily.com/documentation/quickstart",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("tvly-"), rule.AtLeast(rule.Alnum62, 32)).WithExtent(rule.Base64URL),
			rule.Seq(rule.Any("tvly-dev-", "tvly-prod-"), rule.AtLeast(rule.Base64URL, 20)),
		},
		Confidence: rule.High,
	},
}
