package rules

import "jezero/redact/rule"

// Braintrust.
var braintrust = []*rule.Rule{
	{
		ID:    "braintrust-api-key",
		Kind:  "braintrust-api-key",
		Title: "Braintrust API key",
		Why: "It reads and writes logs, which hold whole prompts. Delete it in the settings under " +
			"API keys.",
		Source:     "https://www.braintrust.dev/docs/reference/api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("bt-st-"), rule.AtLeast(rule.Alnum62, 40))},
		Confidence: rule.High,
	},
}
