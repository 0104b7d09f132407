// Package rules holds the built-in rules, one file per issuer. A rule is data:
// the matcher, the generator of fuzz/credgen, `redact --explain` and
// docs/rules.md read the same literal.
//
// To add a token shape, add a literal to the issuer's file (or a file for a new
// issuer), add cases under corpus/cases, and run go generate ./redact/rules.
package rules

import "jezero/redact/rule"

//go:generate go run ./internal/genall
//go:generate go run ./internal/gendocs
//go:generate go run ./internal/genset
//go:generate go run -tags plan ../internal/engine/gentables

// Alphabets that more than one issuer uses.
var (
	lowerURL    = rule.LowerNum.Or(rule.Chars("-_"))
	lowerURLPad = lowerURL.Or(rule.Chars("="))
	dotted      = rule.Base64URL.Or(rule.Chars("."))
	dottedPad   = dotted.Or(rule.Chars("="))
	base32Lower = rule.Lower.Or(rule.Span('2', '7'))
)

// withUUID is a shape of the given parts and a UUID after them. Scanners
// disagree on the case of the digits, so both pass.
func withUUID(before ...rule.Part) rule.Shape {
	dash := rule.Lit("-")
	return rule.Seq(append(before[:len(before):len(before)],
		rule.Run(rule.Hex, 8), dash,
		rule.Run(rule.Hex, 4), dash,
		rule.Run(rule.Hex, 4), dash,
		rule.Run(rule.Hex, 4), dash,
		rule.Run(rule.Hex, 12))...)
}
