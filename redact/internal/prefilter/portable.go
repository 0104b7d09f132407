package prefilter

import (
	"encoding/binary"
	"math/bits"
)

// blocksGo does in Go what the assembly does: strings of four bytes at the even
// positions are looked up in the quick set, and pairs of bytes there among those
// of weak literals. There is no branch on what is found.
func (s *Set) blocksGo(src []byte, p, n int, c *candidates) (consumed, strongs, weaks int) {
	pairs := s.couples()
	k := 0
	for ; consumed+blockSee <= n; consumed += blockLen {
		c.weakMasks[k] = pairs.block((*[blockSee]byte)(src[p+consumed:]))
		k++
	}
	clear(c.stops[:k+1]) // nothing is known of tokens
	return consumed, s.quick.list(src[p:], consumed, &c.found), list(c.weak[:], c.weakMasks[:k])
}

// list writes down the positions of the bits, and returns how many there are.
// Whether a block has a second one can hardly be predicted, so that two are
// always written.
func list(out []uint16, masks []uint32) (n int) {
	for i, m := range masks {
		at := i * blockLen
		b := out[n : n+2 : n+2]
		b[0] = uint16(at + bits.TrailingZeros32(m))
		rest := m & (m - 1)
		b[1] = uint16(at + bits.TrailingZeros32(rest))
		n += int((m|-m)>>31 + (rest|-rest)>>31)
		for rest &= rest - 1; rest != 0; rest &= rest - 1 {
			out[n] = uint16(at + bits.TrailingZeros32(rest))
			n++
		}
	}
	return n
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
// each: less certain than grams, and cheaper to ask where there are no vectors. A
// hash names a word, and the first byte's low bits the bit in it.
type quickGrams [1 << quickBits]uint32

const quickBits = 14

func quickHash(x uint32) uint32 { return x * 0x9E3779B1 >> (32 - quickBits) }

// hit is 1 when x may be in the set, else 0.
func (q *quickGrams) hit(x uint32) uint32 { return q[quickHash(x)] >> (x & 31) & 1 }

func (q *quickGrams) set(x uint32) { q[quickHash(x)] |= 1 << (x & 31) }

// list writes down the even positions below end at which x may begin, and returns
// how many there are. Every one is written, and the next one over it unless it
// counts. src has eight bytes more.
func (q *quickGrams) list(src []byte, end int, out *[foundRoom]uint16) int {
	const mask = foundRoom - 1
	n := uint32(0)
	next := binary.LittleEndian.Uint64(src) & foldMask
	for at := uint16(0); int(at) < end; at += 8 {
		x := next
		next = binary.LittleEndian.Uint64(src[at+8:]) & foldMask
		out[n&mask] = at
		n += q.hit(uint32(x))
		out[n&mask] = at + 2
		n += q.hit(uint32(x >> 16))
		out[n&mask] = at + 4
		n += q.hit(uint32(x >> 32))
		out[n&mask] = at + 6
		n += q.hit(uint32(x>>48) | uint32(next)<<16)
	}
	return int(n)
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
			if at := w - int(s.lits[i].off); s.texts[i].at(src, at) {
				hits = append(hits, Hit{at, i})
			}
		}
		if full(hits) {
			return hits, w + 1
		}
	}
	return hits, to
}
