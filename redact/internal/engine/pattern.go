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
	Rule *rule.Rule
	Gate string // every match holds it; empty: every line is looked at
	Fold bool   // the gate in any ASCII case
	// Find appends the offsets of the values in line, or fails when it cannot
	// judge the line in time; then the whole line is redacted.
	Find func(line []byte, dst [][2]int) ([][2]int, error)
}

const (
	// Reach is how far from its gate a match may begin and end, in bytes; the
	// line ends cut it further. It keeps a gate that stands a thousand times
	// in one long line from costing a thousand long searches.
	Reach = 1 << 10
	// lineWindow is how much of a line without a gate is searched at once.
	lineWindow = 16 << 10
	// patternBudget is the time that all patterns may take for one document.
	// Once it is spent, lines that a gate points at are redacted unread.
	patternBudget = 2 * time.Second
)

// addPattern gives the pattern's gate a place among the literals.
func (b *builder) addPattern(p *Pattern) {
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

// matchGate searches around one gate and keeps the matches that hold it.
func (s *scanner) matchGate(p *Pattern, at, end, lo, hi int) {
	lo, hi = max(lo, at-Reach), min(hi, end+Reach)
	if i := bytes.LastIndexByte(s.src[lo:at], '\n'); i >= 0 {
		lo += i + 1
	}
	if i := bytes.IndexByte(s.src[end:hi], '\n'); i >= 0 {
		hi = end + i
	}
	s.match(p, lo, hi, func(start, stop int) bool { return start < end && at < stop || p.Rule.Detector == groupDetector })
}

// groupDetector marks the rule of a pattern that replaces a group, which may
// stand apart from the gate.
const groupDetector = "pattern-group"

// GroupDetector is what such a pattern's Rule.Detector must say.
const GroupDetector = groupDetector

// match runs p over src[lo:hi], part of one line.
func (s *scanner) match(p *Pattern, lo, hi int, keep func(start, end int) bool) {
	if lo >= hi {
		return
	}
	var err error
	if s.spent > patternBudget {
		err = errSpent
	} else {
		began := time.Now()
		s.ranges, err = p.Find(s.src[lo:hi], s.ranges[:0])
		s.spent += time.Since(began)
	}
	if err != nil {
		s.e.timeouts.Add(1)
		s.addPattern(p, lo, hi)
		return
	}
	for _, r := range s.ranges {
		if keep(lo+r[0], lo+r[1]) {
			s.addPattern(p, lo+r[0], lo+r[1])
		}
	}
}

func (s *scanner) addPattern(p *Pattern, start, end int) {
	if start < 0 || end > len(s.src) || start >= end || redacted(s.src, start, end) {
		return
	}
	s.add(span{match: start, matchEnd: end, start: start, end: end, rule: p.Rule})
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
			s.match(p, lo, hi, func(int, int) bool { return true })
		}
	}
}
