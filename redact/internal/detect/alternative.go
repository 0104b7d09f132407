package detect

import (
	"jezero/redact/internal/name"
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// alternatives judges the literals that follow the first: "a" | "b",
// x || "b", "a" if y else "b", "a" + "b".
func (c *claim) alternatives(v *scan.View, out *scan.Out, i int) {
	s := v.Src
	for n := 0; n < 4; n++ {
		i = skipBlanks(s, i)
		k := joiner(s, i)
		if k == 0 {
			return
		}
		i = skipBlanks(s, i+k)
		l, ok := quotedAt(v, i)
		if !ok || !l.closed {
			return
		}
		first := s[c.lit.start:c.lit.end]
		c.lit = l
		val := s[l.start:l.end]
		if len(val) >= 8 && !spaced(val) && (value.Likely(val) || value.UUIDAt(val, 0) || string(val) == string(first)) && c.goes(val) ||
			s[i-1] == ' ' && k == 1 && value.DigitCount(val) > 0 && len(val) >= 4 && c.gap.form != formCompare && c.name.Kind == name.Password && c.goes(val) {
			c.add(v, out, l.start, l.end, "")
		}
		i = l.after
	}
}

// joiner is the length of an operator between two literals at i.
func joiner(s []byte, i int) int {
	if i >= len(s) || !joins[s[i]] {
		return 0
	}
	for _, w := range [...]string{"||", "??", "|", "or ", "else ", "+", "or("} {
		if at(s, i, w) {
			return len(w)
		}
	}
	return 0
}

// inFallback has the bytes behind which none is looked for, and those that begin one
// behind a blank.
var inFallback = [256]uint8{'\n': endsFallback, ';': endsFallback, '\\': endsFallback, '#': endsFallback, '|': beginsFallback, '?': beginsFallback, 'o': beginsFallback}

const (
	endsFallback = 1 + iota
	beginsFallback
)

// joins has the first bytes of such operators.
var joins = func() (t [256]bool) {
	for _, c := range []byte("|?oOeE+") {
		t[c] = true
	}
	return t
}()

// fallback: process.env.KEY || "literal", os.getenv("KEY") or 'literal'. The
// lookup stays, a literal behind it that looks generated goes.
func (c *claim) fallback(v *scan.View, out *scan.Out, i int) {
	s := v.Src
	walked := v.Known(func(w *scan.Walked) *scan.Stretch { return &w.Joiners })
	from, found := i, false
	limit := min(len(s), i+120)
	// What was walked was walked from an earlier name on.
	for i = walked.Skip(v, i); i < limit; i++ {
		k := inFallback[s[i]]
		if k == 0 {
			continue
		}
		if k == endsFallback {
			break
		}
		if found = i > 0 && s[i-1] == ' ' && joiner(s, i) >= 2; found {
			break
		}
	}
	walked.Saw(v, from, i)
	if found {
		c.alternatives(v, out, i)
	}
}

// reversed: "literal" == name.
func (c *claim) reversed(v *scan.View, out *scan.Out) {
	s := v.Src
	i := c.start - 2
	for i > 0 && (s[i] == '=' || s[i] == '!') {
		i--
	}
	if c.start-2-i < 2 {
		return
	}
	for i > 0 && s[i] == ' ' {
		i--
	}
	if i <= 0 || s[i] != '"' && s[i] != '\'' {
		return
	}
	q, end := s[i], i
	for i--; i >= 0 && end-i < 200 && s[i] != '\n'; i-- {
		if s[i] == q {
			c.gap.form = formCompare
			c.lit = literal{start: i + 1, end: end, quoted: true, closed: true, after: end + 1}
			c.decide(v, out)
			return
		}
	}
}

func anyLower(b []byte) bool {
	for _, c := range b {
		if lower(c) {
			return true
		}
	}
	return false
}
