package rules

import "jezero/redact/rule"

// npm: the same checksum scheme as GitHub.
var npm = []*rule.Rule{
	{
		ID:    "npm-access-token",
		Kind:  "npm-access-token",
		Title: "npm access token",
		Why: "It installs private packages and, unless read-only, publishes new versions that " +
			"everybody installs. Revoke it at npmjs.com under Access Tokens, or with npm token " +
			"revoke.",
		Source:     "https://docs.npmjs.com/about-access-tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("npm_"), rule.Run(rule.Alnum62, 36)).WithChecksum(rule.CRC32Base62)},
		Confidence: rule.High,
	},
}
