package rules

import "jezero/redact/rule"

// Tolgee.
var tolgee = []*rule.Rule{
	{
		ID:     "tolgee-api-key",
		Kind:   "tolgee-api-key",
		Title:  "Tolgee API key",
		Why:    "It reads and changes the translations of the project, or of all projects of its owner. Delete it in the account menu under API keys.",
		Source: "https://docs.tolgee.io/platform/account_settings/api_keys_and_pat_tokens",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("tgpak_", "tgpat_"), rule.Between(base32Lower, 40, 64)).WithDistinct(10).WithDigits(2),
		},
		Confidence: rule.High,
	},
}
