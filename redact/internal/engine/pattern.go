package engine

import (
	"bytes"
	"time"

	"jezero/redact/internal/prefilter"
	"jezero/redact/rule"
)

// Pattern is a user-defined kind: it finds values in one line at a time. It
// may be slow, so it has a gate, a reach and a budget.
type Pattern struct {
	Rule  *rule.Rule
	Gate  string // every match holds it; empty: every line is looked at
	Fold  bool   // the gate in any ASCII case
	index int
	// Find appends the offsets of the values in line, or fails when it cannot
	// judge the line in time; then the whole line is redacted.
	Find func(line []byte, dst [][2]int) ([][2]int, error)
}

const (
	// Reach is how far before its gate a match may begin and, at the least,
	// how far behind it may end, in bytes; the line ends cut it further.
	Reach = 1 << 10
	// lineWindow is how much of a line is searched at once.
	lineWindow = 8 << 10
	// patternBudget is the time that all patterns may take for one document.
	// Once it is spent, lines that a gate points at are redacted unread.
	patternBudget = 5 * time.Second
)

// addPattern gives the pattern's gate a place among the literals.
func (b *builder) addPattern(p *Pattern) {
	p.index = b.patterns
	b.patterns++
	if p.Gate == "" {
		b.ungated = append(b.ungated, p)
		return
	}
	gate := p.Gate
	if p.Fold {
		gate = lower(gate)
	}
	gate = gate[:min(len(gate), maxGate)]
	l := prefilter.Literal{Text: gate, Fold: p.Fold}
	if len(gate) < 4 {
		l.After = make([]rule.Class, 4-len(gate))
	}
	t := b.literal(l)
	t.patterns = append(t.patterns, p)
}

// maxGate is how much of a gate the prefilter looks for.
const maxGate = 24

// matchGate searches the line around a gate. What one search covered is not
// searched again for the next gate, however many stand in a line.
func (s *scanner) matchGate(p *Pattern, at, end, lo, hi int) {
	if end+Reach <= s.searched[p.index] || at < s.lineSearched[p.index] {
		return
	}
	lo, hi = max(lo, at-Reach), min(hi, at+lineWindow)
	if i := bytes.LastIndexByte(s.src[lo:at], '\n'); i >= 0 {
		lo += i + 1
	}
	s.searched[p.index] = hi
	if i := bytes.IndexByte(s.src[end:hi], '\n'); i >= 0 {
		hi = end + i
		s.searched[p.index], s.lineSearched[p.index] = hi, hi
	} else if s.final && hi == len(s.src) {
		s.lineSearched[p.index] = hi // the last line has no end of its own
	}
	s.match(p, lo, hi)
}

// match runs p over src[lo:hi], part of one line.
func (s *scanner) match(p *Pattern, lo, hi int) {
	if lo >= hi {
		return
	}
	var err error
	if s.spent > patternBudget {
		err = errSpent
	} else {
		began := time.Now()
		s.ranges, err = p.Find(s.src[lo:hi], s.ranges[:0])
		if err == nil && s.blank(lo, hi) {
			// Where an escape or a colour is glued to a value, \b does not see
			// the boundary that a reader sees.
			s.ranges, err = p.Find(s.masked, s.ranges)
		}
		s.spent += time.Since(began)
	}
	if err != nil {
		s.e.timeouts.Add(1)
		s.addPattern(p, lo, hi)
		return
	}
	for _, r := range s.ranges {
		s.addPattern(p, lo+r[0], lo+r[1])
	}
}

// blank puts src[lo:hi] into masked with blanks in the place of colours and of
// the escapes \n, \r, \t and \uXXXX. It reports false when there are none.
func (s *scanner) blank(lo, hi int) bool {
	line := s.src[lo:hi]
	if bytes.IndexByte(line, '\\') < 0 && bytes.IndexByte(line, 0x1b) < 0 {
		return false
	}
	s.masked = append(s.masked[:0], line...)
	found := false
	for i := 0; i < len(line); {
		n := escapeLen(line[i:])
		for j := i; j < i+n; j++ {
			s.masked[j] = ' '
		}
		found = found || n > 0
		i += max(n, 1)
	}
	return found
}

// escapeLen is the length of the colour or escape that b begins with, 0 for none.
func escapeLen(b []byte) int {
	colour := func(i int) int { // after the escape character, written either way
		if i >= len(b) || b[i] != '[' {
			return i
		}
		for j := i + 1; j < len(b) && j < i+16; j++ {
			if c := b[j]; c|0x20 >= 'a' && c|0x20 <= 'z' {
				return j + 1
			} else if c != ';' && (c < '0' || c > '9') {
				break
			}
		}
		return i
	}
	switch {
	case len(b) < 2:
		return 0
	case b[0] == 0x1b:
		return colour(1)
	case b[0] != '\\':
		return 0
	}
	switch b[1] {
	case 'n', 'r', 't':
		return 2
	case '\\':
		// an escaped escape: one more level of JSON
		n := escapeLen(b[1:])
		if n == 0 {
			return 0
		}
		return 1 + n
	case 'u':
		if len(b) >= 6 && isHex(b[2]) && isHex(b[3]) && isHex(b[4]) && isHex(b[5]) {
			if string(b[2:6]) == "001b" || string(b[2:6]) == "001B" {
				return colour(6)
			}
			return 6
		}
	}
	return 0
}

func (s *scanner) addPattern(p *Pattern, start, end int) {
	if start < 0 || end > len(s.src) || start >= end || redacted(s.src, start, end) {
		return
	}
	s.add(&span{match: start, matchEnd: end, start: start, end: end, rule: p.Rule})
}

// lines shows the patterns without a gate every line that begins before
// limit, in windows that overlap by Reach where a line is longer than one.
func (s *scanner) lines(limit int) {
	for s.line < limit {
		lo := s.line
		hi := min(len(s.src), lo+lineWindow)
		if i := bytes.IndexByte(s.src[lo:hi], '\n'); i >= 0 {
			hi = lo + i
			s.line = hi + 1
		} else if hi == len(s.src) {
			s.line = hi
		} else {
			s.line = hi - Reach
		}
		for _, p := range s.e.ungated {
			s.match(p, lo, hi)
		}
	}
}
