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
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("api_"), rule.Run(rule.Alnum62.Or(rule.Chars(".")), 45)).AsExact().WithDistinct(14).WithDigits(2)},
		Confidence: rule.High,
	},
}
