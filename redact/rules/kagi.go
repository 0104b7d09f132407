package rules

import "jezero/redact/rule"

// Kagi, Databento and Baseten: keys with a dot or a dash in them.
var kagi = []*rule.Rule{
	{
		ID:         "kagi-api-key",
		Kind:       "kagi-api-key",
		Title:      "Kagi API key",
		Why:        "It searches at the cost of the account. Revoke it under Settings, Advanced, API portal.",
		Source:     "https://help.kagi.com/kagi/api/intro/auth.html",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Base64URL, 11), rule.Lit("."), rule.Run(rule.Base64URL, 43)).AsExact().WithLeft(rule.Bare).WithDistinct(20)},
		Confidence: rule.Medium,
		Near:       []string{"kagi"},
		Within:     120,
	},
	{
		ID:         "databento-api-key",
		Kind:       "databento-api-key",
		Title:      "Databento API key",
		Why:        "It downloads market data at the cost of the account. Delete it in the portal under API keys.",
		Source:     "https://databento.com/docs/api-historical/basics/authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("db-"), rule.Run(rule.Alnum62, 29)).AsExact().WithDistinct(12).WithDigits(2)},
		Confidence: rule.Medium,
		Near:       []string{"databento"},
		Within:     120,
	},
	{
		ID:         "baseten-api-key",
		Kind:       "baseten-api-key",
		Title:      "Baseten API key",
		Why:        "It deploys and calls models at the cost of the workspace. Revoke it under Settings, API keys.",
		Source:     "https://docs.baseten.co/reference/management-api/api-keys/creates-an-api-key",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Alnum62, 8), rule.Lit("."), rule.Run(rule.Alnum62, 32)).AsExact().WithLeft(rule.Bare).WithDistinct(16).WithDigits(2)},
		Confidence: rule.Medium,
		Near:       []string{"baseten"},
		Within:     120,
	},
}
