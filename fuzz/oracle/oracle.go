// Package oracle is the slow reference for the token shapes: each shape as one
// backtracking pattern, tried at every place of a text. It shares nothing with
// the engine but the rules' data, so that the two can be held against each
// other.
package oracle

import (
	"fmt"
	"strings"

	"github.com/dlclark/regexp2/v2"

	"jezero/redact/rule"
)

// Match is one place where a shape stands.
type Match struct {
	Rule       *rule.Rule
	Start, End int    // the whole match, what the extent swallows included
	Body       string // what the class parts matched, one after the other
}

// Oracle knows a set of rules.
type Oracle struct{ shapes []compiled }

type compiled struct {
	rule *rule.Rule
	re   *regexp2.Regexp
}

// New compiles the shapes of the rules that need no context words.
func New(rules []*rule.Rule) (*Oracle, error) {
	var o Oracle
	for _, r := range rules {
		if len(r.Near) > 0 {
			continue
		}
		for i := range r.Shapes {
			p := Pattern(&r.Shapes[i])
			re, err := regexp2.Compile(p)
			if err != nil {
				return nil, fmt.Errorf("rule %s, shape %d: %w", r.ID, i, err)
			}
			o.shapes = append(o.shapes, compiled{r, re})
		}
	}
	return &o, nil
}

// Find returns every match of every shape, at every start.
func (o *Oracle) Find(text string) ([]Match, error) {
	var ms []Match
	for _, c := range o.shapes {
		m, err := c.re.FindStringMatch(text)
		for ; m != nil && err == nil; m, err = c.re.FindNextMatch(m) {
			at, n := m.ByteRange()
			var body strings.Builder
			for _, g := range m.Groups() {
				if strings.HasPrefix(g.Name, "b") {
					for i := range g.Captures {
						body.WriteString(g.Captures[i].String())
					}
				}
			}
			ms = append(ms, Match{Rule: c.rule, Start: at, End: at + n, Body: body.String()})
		}
		if err != nil {
			return nil, fmt.Errorf("rule %s: took too long", c.rule.ID)
		}
	}
	return ms, nil
}

// glued are the endings before a token that are part of an escape, an encoded
// character or a colour, and so no letters that the token is glued to.
const glued = `\\[abfnrtv0]|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|%[0-9A-Fa-f]{2}|=[0-9A-F]{2}|\[[0-9;]*[A-Za-z]|&[#0-9A-Za-z]+`

// Pattern writes a shape as a regexp2 pattern.
func Pattern(s *rule.Shape) string {
	var b strings.Builder
	switch s.Left {
	case rule.Word:
		b.WriteString(`(?:(?<![0-9A-Za-z_])|(?<=` + glued + `))`)
	case rule.Alnum:
		b.WriteString(`(?:(?<![0-9A-Za-z])|(?<=` + glued + `))`)
	case rule.NoClass, rule.Bare:
		b.WriteString(`(?:(?<!` + set(firstClass(s).Or(rule.Alnum62)) + `)|(?<=` + glued + `))`)
	}
	for i, p := range s.Parts {
		part := ""
		switch {
		case p.Lit != "" || len(p.AnyOf) > 0:
			alts := p.AnyOf
			if p.Lit != "" {
				alts = []string{p.Lit}
			}
			quoted := make([]string, len(alts))
			for j, a := range alts {
				quoted[j] = regexp2.Escape(a)
			}
			part = "(?:" + strings.Join(quoted, "|") + ")"
			if p.Fold {
				part = "(?i:" + part + ")"
			}
		default:
			part = fmt.Sprintf("(?<b%d>%s%s)", i, set(p.Class), times(p))
		}
		if p.Opt {
			part = "(?:" + part + ")?"
		}
		b.WriteString(part)
	}
	ext := s.Extent
	if ext.IsZero() {
		ext = lastClass(s)
	}
	if s.Exact {
		b.WriteString(`(?!` + set(ext.Or(rule.Alnum62)) + `)`)
	} else if !ext.IsZero() {
		b.WriteString(set(ext) + "*")
	}
	return b.String()
}

func times(p rule.Part) string {
	switch {
	case p.Max == rule.Unbounded:
		return fmt.Sprintf("{%d,}", p.Min)
	case p.Max > p.Min:
		return fmt.Sprintf("{%d,%d}", p.Min, p.Max)
	}
	return fmt.Sprintf("{%d}", p.Min)
}

// set writes a class as a character class, byte by byte.
func set(c rule.Class) string {
	var b strings.Builder
	b.WriteByte('[')
	for i := range 128 {
		if c.Has(byte(i)) {
			fmt.Fprintf(&b, `\x%02x`, i)
		}
	}
	b.WriteByte(']')
	return b.String()
}

func firstClass(s *rule.Shape) rule.Class {
	for _, p := range s.Parts {
		if !p.Class.IsZero() {
			return p.Class
		}
	}
	return rule.Alnum62
}

func lastClass(s *rule.Shape) rule.Class {
	for i := len(s.Parts) - 1; i >= 0; i-- {
		if !s.Parts[i].Class.IsZero() {
			return s.Parts[i].Class
		}
	}
	return rule.Class{}
}
