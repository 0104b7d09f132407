package rules

import "jezero/redact/rule"

// Password hashes as crypt(3), htpasswd and shadow files hold them: a dictionary opens them.
var passwordHashes = []*rule.Rule{
	{
		ID:    "unix-password-hash",
		Kind:  "unix-password-hash",
		Title: "Password hash of crypt(3)",
		Why: "Whoever holds it tries passwords at leisure on a machine of their own. Change the " +
			"password that it was made from.",
		Since: "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("$1$", "$apr1$"), rule.Between(rule.Alnum62.Or(rule.Chars("./")), 1, 8), rule.Lit("$"), rule.Run(rule.Alnum62.Or(rule.Chars("./")), 22)).WithLeft(rule.None),
			rule.Seq(rule.Any("$2a$", "$2b$", "$2x$", "$2y$"), rule.Run(rule.Digit, 2), rule.Lit("$"), rule.Run(rule.Alnum62.Or(rule.Chars("./")), 53)).WithLeft(rule.None),
			rule.Seq(rule.Any("$5$", "$6$"), rule.Between(rule.Alnum62.Or(rule.Chars("./")), 1, 16), rule.Lit("$"), rule.Between(rule.Alnum62.Or(rule.Chars("./")), 43, 86)).WithLeft(rule.None),
			rule.Seq(rule.Any("$5$rounds=", "$6$rounds="), rule.Between(rule.Digit, 4, 9), rule.Lit("$"), rule.Between(rule.Alnum62.Or(rule.Chars("./")), 1, 16), rule.Lit("$"), rule.Between(rule.Alnum62.Or(rule.Chars("./")), 43, 86)).WithLeft(rule.None),
			rule.Seq(rule.Any("$y$", "$gy$", "$7$"), rule.Between(rule.Alnum62.Or(rule.Chars("./")), 2, 20), rule.Lit("$"), rule.Between(rule.Alnum62.Or(rule.Chars("./")), 1, 86), rule.Lit("$"), rule.Between(rule.Alnum62.Or(rule.Chars("./")), 43, 86)).WithLeft(rule.None),
			rule.Seq(rule.Any("$argon2id$", "$argon2i$", "$argon2d$"), rule.AtLeast(rule.Alnum62.Or(rule.Chars("=,$+/")), 20)).WithLeft(rule.None),
			rule.Seq(rule.Any("$8$", "$9$"), rule.Run(rule.Alnum62.Or(rule.Chars("./")), 14), rule.Lit("$"), rule.Run(rule.Alnum62.Or(rule.Chars("./")), 43)).WithLeft(rule.None),
			rule.Seq(rule.Lit("$sha1$"), rule.Between(rule.Digit, 1, 9), rule.Lit("$"), rule.Between(rule.Alnum62.Or(rule.Chars("./")), 1, 64), rule.Lit("$"), rule.Run(rule.Alnum62.Or(rule.Chars("./")), 28)).WithLeft(rule.None),
		},
		Confidence: rule.High,
	},
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
		ID:    "django-password-hash",
		Kind:  "django-password-hash",
		Title: "Password hash of a web framework",
		Why: "Whoever holds it tries passwords at leisure on a machine of their own. Change the " +
			"password that it was made from.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("pbkdf2_sha256$", "pbkdf2_sha1$", "pbkdf2:sha256:", "pbkdf2:sha512:", "scrypt:"), rule.Between(rule.Digit, 2, 9), rule.Between(rule.Alnum62.Or(rule.Chars(":$")), 1, 40), rule.AtLeast(rule.Base64, 20)).WithExtent(rule.Base64Pad.Or(rule.Chars("$")))},
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
		ID:    "ldap-password-hash",
		Kind:  "ldap-password-hash",
		Title: "LDAP password hash",
		Why: "Whoever holds it tries passwords of the directory account at leisure. Change the " +
			"password that it was made from.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("{SSHA}", "{SHA}", "{SSHA256}", "{SSHA512}", "{SHA512}", "{CRYPT}", "{SMD5}"), rule.AtLeast(rule.Base64Pad, 24)).WithLeft(rule.None)},
		Confidence: rule.High,
	},
}
