package rules

import "jezero/redact/rule"

// Hashes of passwords that no library prints but the tools of their system do: a
// dictionary opens them.
var passwordHashes = []*rule.Rule{
	{
		ID:    "kerberos-hash",
		Kind:  "kerberos-hash",
		Title: "Kerberos ticket hash",
		Why: "Whoever holds it tries passwords of the account at leisure. Change the password that " +
			"it was made from.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("$krb5asrep$", "$krb5tgs$", "$krb5pa$"), rule.Run(rule.Digit, 2), rule.Lit("$"), rule.AtLeast(rule.Alnum62.Or(rule.Chars("*$@._/-:")), 32)).WithLeft(rule.None)},
		Confidence: rule.High,
	},
	{
		ID:    "dcc2-hash",
		Kind:  "dcc2-hash",
		Title: "Windows cached credential hash",
		Why: "Whoever holds it tries passwords of the domain account at leisure. Change the " +
			"password that it was made from.",
		Since: "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("$DCC2$"), rule.Between(rule.Digit, 4, 6), rule.Lit("#"), rule.Between(rule.Base64URL.Or(rule.Chars(".@")), 1, 64), rule.Lit("#"), rule.Run(rule.HexLower, 32)).WithLeft(rule.None),
			rule.Seq(rule.Lit("$NT$"), rule.Run(rule.Hex, 32)).WithLeft(rule.None),
		},
		Confidence: rule.High,
	},
	{
		ID: "cisco-password-hash", Kind: "cisco-password-hash", Title: "Cisco type 8 or 9 password hash",
		Why:   "Whoever holds the configuration tries passwords of the device at leisure. Change the password that it was made from.",
		Since: "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("$8$", "$9$"), rule.Run(rule.Alnum62.Or(rule.Chars("./")), 14), rule.Lit("$"), rule.Run(rule.Alnum62.Or(rule.Chars("./")), 43)).WithLeft(rule.None),
		},
		Confidence: rule.High,
	},
}
