package credgen

import (
	"math/rand/v2"
	"strings"

	"jezero/redact/rule"
)

// Miss is a text that almost is a credential of a shape.
type Miss struct {
	Text string
	Why  string
}

// NearMisses makes what a shape must not match: cut short, broken by a byte
// outside the alphabet, its prefix in the other case, glued to a word, or all
// one character. A miss may be one only for this shape; another rule may well
// know it.
func NearMisses(r *rand.Rand, s *rule.Shape) []Miss {
	token, ok := Token(r, s)
	if !ok {
		return nil
	}
	var ms []Miss
	add := func(why, text string) {
		if text != "" && text != token {
			ms = append(ms, Miss{text, why})
		}
	}
	last := s.Parts[len(s.Parts)-1]
	prefix := leadingLiteral(s)
	if last.Lit == "" && len(last.AnyOf) == 0 && !last.Opt && last.Min > 1 {
		// One byte short of the least: draw again with the shortest runs.
		short, _ := draw(r, shortest(s))
		add("one character short", short[:len(short)-1])
		add("broken in the middle", short[:len(short)-last.Min/2-1]+" "+short[len(short)-last.Min/2:])
	}
	if p := strings.ToUpper(prefix); p != prefix && !folds(s) {
		add("prefix in capitals", p+token[len(prefix):])
	}
	if s.Left == rule.Word && prefix != "" {
		add("glued to a word", "abc"+token)
	}
	if len(token) > len(prefix)+4 {
		add("one character repeated", prefix+strings.Repeat("x", len(token)-len(prefix)))
	}
	return ms
}

func shortest(s *rule.Shape) *rule.Shape {
	c := *s
	c.Parts = append([]rule.Part(nil), s.Parts...)
	for i := range c.Parts {
		if c.Parts[i].Lit == "" && len(c.Parts[i].AnyOf) == 0 {
			c.Parts[i].Max = c.Parts[i].Min
		}
	}
	return &c
}

func leadingLiteral(s *rule.Shape) string {
	var b strings.Builder
	for _, p := range s.Parts {
		if p.Lit == "" || p.Opt {
			break
		}
		b.WriteString(p.Lit)
	}
	return b.String()
}

func folds(s *rule.Shape) bool {
	for _, p := range s.Parts {
		if p.Fold {
			return true
		}
	}
	return false
}
