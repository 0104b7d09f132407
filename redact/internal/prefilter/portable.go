package prefilter

import "encoding/binary"

// scanPortable looks strings of four bytes up at the even positions, and pairs
// of bytes there among those of weak literals. Each turn decides about the
// windows at e-1 and e.
func (s *Set) scanPortable(src []byte, from, to int, hits []Hit) ([]Hit, int) {
	e, hits := s.begin(src, from, to, hits)
	weak, quick := s.weak.pairs(), s.quick
	const mask = 1<<14 - 1
	// Four turns at a time: most find nothing.
	for ; e+6 < to && e+12 <= len(src); e += 8 {
		x := binary.LittleEndian.Uint64(src[e:])
		y := binary.LittleEndian.Uint64(src[e+4:])
		f, g := x&foldMask, y&foldMask
		hit := [4]uint32{quick.hit(uint32(f)), quick.hit(uint32(f >> 16)), quick.hit(uint32(f >> 32)), quick.hit(uint32(g >> 16))}
		x, y = squeeze(x), squeeze(y)
		near := [5]uint8{weak[x&mask], weak[x>>16&mask], weak[x>>32&mask], weak[x>>48&mask], weak[y>>32&mask]}
		if hit[0]|hit[1]|hit[2]|hit[3]|uint32(near[0]&ownTurn|near[1]|near[2]|near[3]|near[4]&lastTurn) == 0 {
			continue
		}
		for k := range hit {
			at := e + 2*k
			if (hit[k] == 0 || s.chain(src, at) == 0) &&
				(near[k]&ownTurn|near[k+1]&lastTurn == 0 || s.weak.match(binary.LittleEndian.Uint32(src[at-1:]))|s.weak.match(binary.LittleEndian.Uint32(src[at:])) == 0) {
				continue
			}
			if hits = s.pair(src, at, hits); full(hits) {
				return hits, at + 1
			}
		}
	}
	return s.pairs(src, e, to, hits)
}

// scanSlow is for the few windows that nothing faster looks at.
func (s *Set) scanSlow(src []byte, from, to int, hits []Hit) ([]Hit, int) {
	e, hits := s.begin(src, from, to, hits)
	return s.pairs(src, e, to, hits)
}

// begin confirms the window at an even position from, before which none is
// looked at, and returns the even position to go on at: a strong window at from
// begins there or, at from+1, is found in the next turn.
func (s *Set) begin(src []byte, from, to int, hits []Hit) (int, []Hit) {
	e := (from + 1) &^ 1
	if e > from || e >= to {
		return e, hits
	}
	n := len(hits)
	hits = s.confirmWeak(src, e, hits)
	hits = s.first(src, e, hits)
	s.order(hits, n)
	return e + 2, hits
}

// quickGrams is a set of strings of four folded bytes as well, with one bit for
// each: less certain than grams, and cheaper to ask where there are no vectors.
type quickGrams [1 << (quickBits - 6)]uint64

const quickBits = 19

func quickHash(x uint32) uint32 { return x * 0x9E3779B1 >> (32 - quickBits) }

// hit is 1 when x may be in the set, else 0.
func (q *quickGrams) hit(x uint32) uint32 {
	h := quickHash(x)
	return uint32(q[h>>6]>>(h&63)) & 1
}

func (q *quickGrams) set(x uint32) {
	h := quickHash(x)
	q[h>>6] |= 1 << (h & 63)
}

// pairs goes through the windows from e-1 on, two at a time.
func (s *Set) pairs(src []byte, e, to int, hits []Hit) ([]Hit, int) {
	for ; e < to && e+4 <= len(src); e += 2 {
		if hits = s.pair(src, e, hits); full(hits) {
			return hits, e + 1
		}
	}
	if e-1 < to {
		n := len(hits)
		hits = s.confirmWeak(src, e-1, hits)
		if e+4 <= len(src) {
			hits = s.confirm(src, e, s.chain(src, e), hits)
		} else {
			// The last window ends the input: only its first four bytes are there.
			hits = s.first(src, e-1, hits)
		}
		hits = s.until(hits, n, to)
		s.order(hits, n)
	}
	return hits, to
}

// pair confirms the windows at e-1 and e. src[e-1:e+4] exists.
func (s *Set) pair(src []byte, e int, hits []Hit) []Hit {
	b := src[e-1 : e+4 : e+4]
	x := binary.LittleEndian.Uint32(b[1:])
	k := s.chain(src, e)
	w0 := s.weak.match(binary.LittleEndian.Uint32(b))
	w1 := s.weak.match(x)
	if k == 0 && w0|w1 == 0 {
		return hits
	}
	n := len(hits)
	if w0 != 0 {
		hits = s.confirmWeak(src, e-1, hits)
	}
	if w1 != 0 {
		hits = s.confirmWeak(src, e, hits)
	}
	hits = s.confirm(src, e, k, hits)
	s.order(hits, n)
	return hits
}

// first confirms the strong literals whose window begins at e, and not those
// that begin one byte earlier.
func (s *Set) first(src []byte, e int, hits []Hit) []Hit {
	n := len(hits)
	hits = s.confirm(src, e, s.chain(src, e), hits)
	kept := hits[:n]
	for _, h := range hits[n:] {
		if s.Window(h) == e {
			kept = append(kept, h)
		}
	}
	return kept
}

// until drops the hits from number n on whose window is at to or later.
func (s *Set) until(hits []Hit, n, to int) []Hit {
	kept := hits[:n]
	for _, h := range hits[n:] {
		if s.Window(h) < to {
			kept = append(kept, h)
		}
	}
	return kept
}

// scanBrute compares every literal at every position.
func (s *Set) scanBrute(src []byte, from, to int, hits []Hit) ([]Hit, int) {
	for w := from; w < to; w++ {
		for i := range s.lits {
			if l := &s.lits[i]; l.at(src, w-l.off) {
				hits = append(hits, Hit{w - l.off, i})
			}
		}
		if full(hits) {
			return hits, w + 1
		}
	}
	return hits, to
}
