package rules

import "jezero/redact/rule"

// Close.
var closecrm = []*rule.Rule{
	{
		ID:         "close-api-key",
		Kind:       "close-api-key",
		Title:      "Close API key",
		Why:        "It reads and writes leads of the organisation. Delete it under Settings, API keys.",
		Source:     "https://developer.close.com/topics/authentication/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("api_"), rule.Between(rule.Alnum62, 20, 24), rule.Lit("."), rule.Between(rule.Alnum62, 20, 24))},
		Confidence: rule.High,
	},
}
