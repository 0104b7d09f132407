package rules

import "jezero/redact/rule"

// Mintlify.
var mintlify = []*rule.Rule{
	{
		ID:         "mintlify-api-key",
		Kind:       "mintlify-api-key",
		Title:      "Mintlify API key",
		Why:        "It deploys the documentation, or asks its assistant at the cost of the account. Delete it in the dashboard under API keys.",
		Source:     "https://mintlify.com/docs/api/introduction",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("mint_dsc_", "mint_"), rule.Between(rule.Alnum62, 24, 44)).AsExact().WithDistinct(12).WithDigits(2)},
		Confidence: rule.Medium,
	},
}
