package rules

import "jezero/redact/rule"

// Vultr.
var vultr = []*rule.Rule{
	{
		ID:         "vultr-api-key",
		Kind:       "vultr-api-key",
		Title:      "Vultr API key",
		Why:        "It administers the account. Regenerate it under Account, API.",
		Source:     "https://www.vultr.com/api/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.UpperNum, 36)).AsExact().WithLeft(rule.Bare).WithDistinct(14).WithDigits(2)},
		Confidence: rule.Medium,
		Near:       []string{"vultr"},
	},
}
