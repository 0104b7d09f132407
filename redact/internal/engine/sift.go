package engine

import (
	"math"
	"slices"

	"jezero/redact/internal/scan"
	"jezero/redact/rule"
)

// Half of the literals that are found are worth no detector, as a few bytes beside
// them tell. All that were found at a time are asked at once, by little code that
// then stays in the caches, and those that nothing else is found by are dropped.

// ask is what is asked of a literal before its turn.
type ask struct {
	idle  scan.Idle // nil when one of its detectors is always worth a call
	told  scan.Told // nil unless it has one detector, which says so, and nothing else
	len   int32
	alone bool // it has detectors and nothing else
	sure  bool // it has shapes, none of which needs a context word
	bare  bool // it has shapes and nothing else
	later bool // it has detectors and context words that nothing is searched around
	// Of its shapes, unless a find of them may be better known than they say or reach
	// across a blank.
	special int
	conf    rule.Confidence
}

// asksOf collects what the detectors of each literal ask.
func asksOf(lits []target, anchors []scan.Anchor) []ask {
	asks := make([]ask, len(lits))
	for i := range lits {
		t := &lits[i]
		a := ask{len: int32(t.len), alone: len(t.shapes)+len(t.patterns)+len(t.nearest) == 0}
		a.sure = len(t.shapes) > 0
		a.later = len(t.nearest) > 0 && len(t.shapes)+len(t.patterns) == 0
		for _, c := range t.nearest {
			a.later = a.later && len(c.groups) == 0
		}
		a.bare = a.sure && len(t.detect)+len(t.patterns)+len(t.nearest) == 0
		if a.alone && len(t.detect) == 1 {
			a.told = anchors[t.detect[0].detector].Told
		}
		for k := range t.shapes {
			sh := t.shapes[k].sh
			a.sure = a.sure && sh.near == nil
			a.special, a.conf = max(a.special, sh.special+1), max(a.conf, sh.conf)
			if sh.anchor > 0 || sh.shape.Checksum != rule.NoChecksum || sh.blank() {
				a.special = math.MaxInt
			}
		}
		for k := range t.detect {
			idle := anchors[t.detect[k].detector].Idle
			if idle == nil {
				a.idle = nil
				break
			}
			a.idle = both(a.idle, idle)
		}
		asks[i] = a
	}
	return asks
}

// both is idle where a and b are; a may be nil.
func both(a, b scan.Idle) scan.Idle {
	if a == nil {
		return b
	}
	return func(s []byte, at, to int) bool { return a(s, at, to) && b(s, at, to) }
}

// sift asks the literals that were found whether they are worth a detector. Where
// the text repeats itself they are asked one by one: most need not be asked there.
func (s *scanner) sift() {
	s.idle.clear()
	if s.sifted = s.echo.period == 0; !s.sifted {
		s.hits = append(s.hits[:0], s.all...)
		return
	}
	// What is dropped may be worth something once a placeholder stands beside it.
	s.hits = slices.Grow(s.hits[:0], len(s.all))[:len(s.all)]
	n := 0
	for i, h := range s.all {
		a := &s.e.asks[h.Lit]
		asked, told := s.askedTold(a, i)
		if told || !asked && a.idle != nil && s.idleAt(a, h.At) {
			if a.alone {
				s.st.candidates++
				continue
			}
			if n < mostHits {
				s.idle.add(n)
			}
		}
		s.hits[n] = h
		n++
	}
	s.hits = s.hits[:n]
}

// idleAt reports whether nothing is worth a detector at offset at.
func (s *scanner) idleAt(a *ask, at int) bool {
	return a.idle(s.src, at, at+int(a.len))
}

// worth reports whether one of the detectors of the literal that is looked at may
// find something, as far as the bytes beside it tell.
func (s *scanner) worth(t *target, lit, at int) bool {
	if len(t.detect) == 0 {
		return false
	}
	if s.sifted {
		return !s.idle.has(s.hit)
	}
	a := &s.e.asks[lit]
	return a.idle == nil || !s.idleAt(a, at)
}
