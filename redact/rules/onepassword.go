package rules

import "jezero/redact/rule"

// 1Password.
var onepassword = []*rule.Rule{
	{
		ID:    "1password-service-account",
		Kind:  "1password-service-account",
		Title: "1Password service account token",
		Why: "It reads, and with write rights changes, every item of its vaults. Revoke it in " +
			"1Password.com under Developer, the service account.",
		Source:     "https://developer.1password.com/docs/service-accounts/security/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("ops_eyJ"), rule.AtLeast(rule.Base64Pad.Or(rule.Chars("_-")), 100)).WithChecksum(rule.JSONPayload)},
		Confidence: rule.High,
	},
	{
		ID:    "1password-secret-key",
		Kind:  "1password-secret-key",
		Title: "1Password Secret Key",
		Why: "With the account password it opens the account on a new device. Regenerate it in the " +
			"account settings.",
		Source: "https://support.1password.com/secret-key/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("A3-"), rule.Run(rule.UpperNum, 6), rule.Lit("-"), rule.Run(rule.UpperNum, 6), rule.Lit("-"), rule.Run(rule.UpperNum, 5), rule.Lit("-"), rule.Run(rule.UpperNum, 5), rule.Lit("-"), rule.Run(rule.UpperNum, 5)).WithLeft(rule.Alnum),
			rule.Seq(rule.Lit("A3-"), rule.Run(rule.UpperNum, 6), rule.Lit("-"), rule.Run(rule.UpperNum, 11), rule.Lit("-"), rule.Run(rule.UpperNum, 5), rule.Lit("-"), rule.Run(rule.UpperNum, 5), rule.Lit("-"), rule.Run(rule.UpperNum, 5)).WithLeft(rule.Alnum),
		},
		Confidence: rule.High,
	},
	{
		ID:     "1password-recovery-key",
		Kind:   "1password-recovery-key",
		Title:  "1Password recovery code",
		Why:    "With access to the mail account it opens the account without the password. Make a new code in the account settings.",
		Source: "https://support.1password.com/recovery-codes/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("1PRK-"), rule.Run(rule.UpperNum.Or(rule.Chars("-")), 64)).AsExact().WithDistinct(12),
		},
		Confidence: rule.High,
	},
}
