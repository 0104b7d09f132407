package rules

import "jezero/redact/rule"

// Crossmint. Its client keys (ck_) are bound to a site and stay.
var crossmint = []*rule.Rule{
	{
		ID:         "crossmint-server-key",
		Kind:       "crossmint-server-key",
		Title:      "Crossmint server key",
		Why:        "It mints and moves assets of the project and acts on its wallets. Delete it in the console under Integrate, API keys.",
		Source:     "https://docs.crossmint.com/introduction/platform/api-keys",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("sk_production_", "sk_staging_"), rule.AtLeast(rule.Alnum62, 24)).WithDistinct(12).WithDigits(2)},
		Confidence: rule.High,
	},
}
