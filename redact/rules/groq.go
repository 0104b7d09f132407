package rules

import "jezero/redact/rule"

// Groq.
var groq = []*rule.Rule{
	{
		ID:         "groq-api-key",
		Kind:       "groq-api-key",
		Title:      "Groq API key",
		Why:        "It calls models at the cost of the account. Delete it in the console under API keys.",
		Source:     "https://console.groq.com/docs/quickstart",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("gsk_"), rule.AtLeast(rule.Alnum62, 48))},
		Confidence: rule.High,
	},
}
