package engine

import (
	"jezero/redact/internal/prefilter"
	"jezero/redact/internal/scan"
	"jezero/redact/rule"
)

// A name and the token that it holds are found by different literals, the name's
// first. What the token is says more, and is cheaper to tell, than what stands
// behind the name: so a detector asks for it before it weighs the value.

// earlyHits is how many of the next literals may be looked at before their turn.
const earlyHits = 8

// hitSet is a set of numbers of hits.
type hitSet [mostHits / 64]uint64

func (b *hitSet) clear()         { *b = hitSet{} }
func (b *hitSet) has(i int) bool { return i < mostHits && b[uint(i)/64]>>(uint(i)%64)&1 != 0 }
func (b *hitSet) add(i int)      { b[uint(i)/64] |= 1 << (uint(i) % 64) }

// TokenEnd implements scan.Tokens. It tries the shapes of the literals at offset
// at before their turn, which finds the same then as later: none of them needs a
// context word, and no literal stands between. Whether they are seen yet depends on
// how the input arrived, but not what is found in the end.
func (s *scanner) TokenEnd(at int) int {
	if end := s.tokenBegun(at); end >= 0 {
		return end
	}
	// Usually one literal begins there.
	only, more := -1, false
	for i := s.hit + 1; i < len(s.hits) && i <= s.hit+earlyHits; i++ {
		h := &s.hits[i]
		if h.At < at || h.At > at+s.e.spread {
			break
		}
		if h.At == at && s.e.asks[h.Lit].sure && s.mayTryEarly(i) {
			if only >= 0 {
				more = true
				break
			}
			only = i
		}
	}
	switch {
	case more:
		s.tryLongest(at)
	case only >= 0:
		s.tryEarly(only, at)
	default:
		return -1
	}
	return s.tokenBegun(at)
}

// tryLongest tries the shapes of all literals at offset at, those of the longest first:
// what it finds covers most of what the others would.
func (s *scanner) tryLongest(at int) {
	var next [earlyHits]int
	n := 0
	for i := s.hit + 1; i < len(s.hits) && i <= s.hit+earlyHits; i++ {
		h := s.hits[i]
		if h.At < at || h.At > at+s.e.spread {
			break
		}
		if h.At == at && s.e.asks[h.Lit].sure && s.mayTryEarly(i) {
			t, k := &s.e.lits[h.Lit], n
			for ; k > 0 && s.e.lits[s.hits[next[k-1]].Lit].len < t.len; k-- {
				next[k] = next[k-1]
			}
			next[k] = i
			n++
		}
	}
	for _, i := range next[:n] {
		s.tryEarly(i, at)
	}
}

// tryEarly tries the shapes of hit i, which is at offset at, before its turn.
func (s *scanner) tryEarly(i, at int) {
	s.early.add(i)
	if s.told(s.hits[i].Lit, at) {
		return
	}
	lo := s.lo
	s.lo = max(0, at-scan.Behind)
	s.tryShapes(&s.e.lits[s.hits[i].Lit], at, s.lo, min(len(s.src), at+scan.Ahead))
	s.lo = lo
}

// askedTold reports whether nameTold is asked of the name that is number i of all that
// were found, so that there is no need to ask whether it is idle; and what it says, when
// that is known by now.
func (s *scanner) askedTold(a *ask, i int) (asked, told bool) {
	if a.told == nil {
		return false, false
	}
	h := &s.all[i]
	to := h.At + int(a.len)
	// Rarely one begins there: that is guessed right more often than what stands there.
	begins := i+1 < len(s.all) && s.all[i+1].At == to+1
	switch {
	case !begins && !s.again, to+1 >= len(s.src) || s.src[to] != ' ':
		return false, false
	case s.again && s.src[to+1] == '[':
		end := s.HiddenEnd(to + 1)
		return false, end >= 0 && a.told(s.src, h.At, to, end)
	}
	return begins, false
}

// nameTold reports whether the name that a hit is has nothing to say, as a token stands
// behind it, which is tried now, or a placeholder. What its view does not show makes it
// say no at most.
func (s *scanner) nameTold(h prefilter.Hit) bool {
	a := &s.e.asks[h.Lit]
	to := h.At + int(a.len)
	if a.told == nil || to+1 >= len(s.src) || s.src[to] != ' ' {
		return false
	}
	end := -1
	if s.src[to+1] == '[' {
		end = s.HiddenEnd(to + 1)
	} else if k := s.hit + 1; k < len(s.hits) && s.hits[k].At == to+1 {
		end = s.TokenEnd(to + 1)
	}
	return end >= 0 && a.told(s.src, h.At, to, end)
}

// mayTryEarly reports whether the shapes of hit i, whose literal is sure, may be tried
// before its turn.
func (s *scanner) mayTryEarly(i int) bool {
	if i >= mostHits || s.early.has(i) || s.covered(s.hits[i].At, &s.e.lits[s.hits[i].Lit]) {
		return false
	}
	return s.final || s.e.set.Window(s.hits[i])+s.e.ahead <= len(s.src)
}

// tokenBegun is where a token ends that was found to begin at offset at, or -1.
func (s *scanner) tokenBegun(at int) int {
	if f := s.tokenAt(at); f != nil {
		return f.end
	}
	return -1
}

// tokenAt is the token that was found to begin at offset at, or nil.
func (s *scanner) tokenAt(at int) *span {
	if at > s.lastStart {
		return nil
	}
	for i := len(s.found) - 1; i >= 0 && i >= len(s.found)-earlyHits; i-- {
		if f := &s.found[i]; f.start == at && f.special > 0 && f.conf >= rule.Medium && !f.open {
			return f
		}
	}
	return nil
}

// told reports whether the shapes of the literal at offset at say no more than a token
// that was found there, behind which a blank stands: all that they could find lies in
// it and is known less well.
func (s *scanner) told(lit, at int) bool {
	f := s.tokenAt(at)
	if f == nil || f.end == len(s.src) || s.src[f.end] > ' ' {
		return false
	}
	a := &s.e.asks[lit]
	return a.special < f.special && a.conf <= f.conf
}

// blank reports whether a match may hold a blank.
func (sh *shape) blank() bool {
	const blanks = 1<<(' '+1) - 1
	if sh.extent != nil && sh.extent.set[0]&blanks != 0 {
		return true
	}
	for i := range sh.parts {
		p := &sh.parts[i]
		if p.cls != nil && p.cls.set[0]&blanks != 0 {
			return true
		}
		for _, a := range p.alts {
			for k := range len(a) {
				if a[k] <= ' ' {
					return true
				}
			}
		}
	}
	return false
}

// tokenAround reports whether [start,end) lies within a token that was found, and
// is better known than with that confidence.
func (s *scanner) tokenAround(start, end int, conf rule.Confidence) bool {
	for i := len(s.found) - 1; i >= 0 && i >= len(s.found)-earlyHits; i-- {
		if f := &s.found[i]; f.start <= start && end <= f.end && f.special > 0 && f.conf > conf && !f.open {
			return true
		}
	}
	return false
}

// same reports whether a match of the shape at [start,end) says again what another
// shape of its rule has found, which is more specific. A blank stands behind it.
func (s *scanner) same(sh *shape, start, end int, conf rule.Confidence) bool {
	if len(s.found) == 0 || sh.shape.Exact || sh.parts[0].cls != nil || sh.from > 0 || sh.to < len(sh.parts) || sh.extent != nil && sh.extent.has[s.src[end]] {
		return false
	}
	f := &s.found[len(s.found)-1]
	return f.rule == sh.rule && f.match == start && f.matchEnd == end && f.end == end && !f.open && f.special > sh.special+1 && f.conf >= conf
}
