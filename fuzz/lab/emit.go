package lab

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dlclark/regexp2/v2/syntax"

	"jezero/redact/pattern"
	"jezero/redact/rule"
)

// TOML is the table for jezero.toml ([[redaction.extra_patterns]]) and
// .privacy.toml.
func TOML(s pattern.Spec, r *Report) string {
	var b strings.Builder
	b.WriteString("[[redaction.extra_patterns]]\n")
	fmt.Fprintf(&b, "kind = %s\npattern = %s\n", quoteTOML(s.Kind), quoteTOML(s.Pattern))
	if s.Literal != "" {
		fmt.Fprintf(&b, "literal = %s\n", quoteTOML(s.Literal))
	}
	if s.Group != "" {
		fmt.Fprintf(&b, "group = %s\n", quoteTOML(s.Group))
	}
	return b.String()
}

// quoteTOML writes a literal string where that is possible, so that a pattern
// reads as it was typed.
func quoteTOML(s string) string {
	if !strings.ContainsAny(s, "'\n\r") && utf8.ValidString(s) {
		return "'" + s + "'"
	}
	return strconv.Quote(s)
}

// GoRule writes the rule literal for redact/rules, or reports why the pattern
// cannot be said as a shape: shapes are literals and runs, without
// alternatives of runs, look-around or groups.
func GoRule(s pattern.Spec) (string, error) {
	tree, err := syntax.Parse(s.Pattern, syntax.ParseOptions{})
	if err != nil {
		return "", err
	}
	if s.Group != "" {
		return "", fmt.Errorf("the pattern replaces a group; write the shape by hand and use WithSecret")
	}
	var parts []string
	if err := shapeParts(tree.Root, &parts); err != nil {
		return "", err
	}
	issuer, _, _ := strings.Cut(s.Kind, "-")
	return fmt.Sprintf(`package rules

import "jezero/redact/rule"

// %s: where its keys are described, and what is known of their form.
var %s = []*rule.Rule{
	{
		ID:         %q,
		Kind:       %q,
		Title:      "what it is, in one line",
		Why:        "What a holder can do with it, and where to revoke it.",
		Source:     "",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(%s)},
		Confidence: rule.High,
	},
}
`, issuer, issuer, s.Kind, s.Kind, strings.Join(parts, ", ")), nil
}

func shapeParts(n *syntax.RegexNode, parts *[]string) error {
	switch n.T {
	case syntax.NtOne:
		*parts = append(*parts, fmt.Sprintf("rule.Lit(%q)", string(n.Ch)))
	case syntax.NtMulti:
		*parts = append(*parts, fmt.Sprintf("rule.Lit(%q)", string(n.Str)))
	case syntax.NtSet:
		*parts = append(*parts, fmt.Sprintf("rule.Run(%s, 1)", className(n.Set)))
	case syntax.NtSetloop, syntax.NtSetlazy, syntax.NtSetloopatomic:
		c := className(n.Set)
		switch {
		case n.N > 1<<20:
			*parts = append(*parts, fmt.Sprintf("rule.AtLeast(%s, %d)", c, n.M))
		case n.M == n.N:
			*parts = append(*parts, fmt.Sprintf("rule.Run(%s, %d)", c, n.M))
		default:
			*parts = append(*parts, fmt.Sprintf("rule.Between(%s, %d, %d)", c, n.M, n.N))
		}
	case syntax.NtAlternate:
		var lits []string
		for _, c := range n.Children {
			switch c.T {
			case syntax.NtMulti:
				lits = append(lits, strconv.Quote(string(c.Str)))
			case syntax.NtOne:
				lits = append(lits, strconv.Quote(string(c.Ch)))
			default:
				return fmt.Errorf("it has alternatives that are no plain strings; write one shape for each")
			}
		}
		*parts = append(*parts, "rule.Any("+strings.Join(lits, ", ")+")")
	case syntax.NtConcatenate, syntax.NtGroup, syntax.NtCapture, syntax.NtAtomic:
		for _, c := range n.Children {
			if err := shapeParts(c, parts); err != nil {
				return err
			}
		}
	case syntax.NtBoundary, syntax.NtEmpty, syntax.NtNegLook:
		// boundaries are the engine's business
	default:
		return fmt.Errorf("it uses more than literals, alternatives of literals and runs; write the shape by hand")
	}
	return nil
}

var classes = []struct {
	name  string
	class rule.Class
}{
	{"rule.Digit", rule.Digit}, {"rule.HexLower", rule.HexLower}, {"rule.HexUpper", rule.HexUpper}, {"rule.Hex", rule.Hex},
	{"rule.Lower", rule.Lower}, {"rule.Upper", rule.Upper}, {"rule.LowerNum", rule.LowerNum}, {"rule.UpperNum", rule.UpperNum},
	{"rule.Base32", rule.Base32}, {"rule.Alpha", rule.Alpha}, {"rule.Alnum62", rule.Alnum62}, {"rule.WordChars", rule.WordChars},
	{"rule.Base64URL", rule.Base64URL}, {"rule.Base64", rule.Base64}, {"rule.Base64Pad", rule.Base64Pad},
}

func className(set *syntax.CharSet) string {
	var c rule.Class
	var chars []byte
	for b := byte(0); b < 128; b++ {
		if set.CharIn(rune(b)) {
			c = c.Or(rule.Chars(string(b)))
			chars = append(chars, b)
		}
	}
	for _, k := range classes {
		if k.class == c {
			return k.name
		}
	}
	return fmt.Sprintf("rule.Chars(%q)", chars)
}
