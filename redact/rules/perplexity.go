package rules

import "jezero/redact/rule"

// Perplexity.
var perplexity = []*rule.Rule{
	{
		ID:         "perplexity-api-key",
		Kind:       "perplexity-api-key",
		Title:      "Perplexity API key",
		Why:        "It calls models at the cost of the account. Delete it in the settings under API.",
		Source:     "https://docs.perplexity.ai/getting-started/quickstart",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("pplx-"), rule.AtLeast(rule.Alnum62, 48))},
		Confidence: rule.High,
	},
}
