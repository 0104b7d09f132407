package prefilter

import (
	"encoding/binary"
	"math/bits"
)

// blocksGo does in Go what the assembly does: strings of four bytes at the even
// positions are looked up in the quick set, and pairs of bytes there among those
// of weak literals. There is no branch on what is found.
func (s *Set) blocksGo(src []byte, p, n int, c *candidates) (consumed, strongs, weaks int) {
	pairs, quick := s.couples(), s.quick
	const mask = 1<<14 - 1
	for ; consumed+blockSee <= n; consumed += blockLen {
		b := src[p+consumed:][:blockSee]
		strong, weak := uint32(0), uint64(pairs[squeeze(binary.LittleEndian.Uint64(b[32:]))&mask]&lastTurn)<<32
		for k := 24; k >= 0; k -= 8 {
			x := binary.LittleEndian.Uint64(b[k:])
			y := uint32(binary.LittleEndian.Uint64(b[k+2:]) >> 32 & foldMask)
			f := x & foldMask
			strong = strong<<4 | quick.hit(uint32(f)) | quick.hit(uint32(f>>16))<<1 | quick.hit(uint32(f>>32))<<2 | quick.hit(y)<<3
			x = squeeze(x)
			weak |= (uint64(pairs[x&mask]) | uint64(pairs[x>>16&mask])<<2 | uint64(pairs[x>>32&mask])<<4 | uint64(pairs[x>>48&mask])<<6) << k
		}
		c.strongMasks[consumed/blockLen], c.weakMasks[consumed/blockLen] = uint16(strong), uint32(weak>>1)
	}
	n = consumed / blockLen
	return consumed, list(c.strong[:], c.strongMasks[:n], 2), list(c.weak[:], c.weakMasks[:n], 1)
}

// list writes down the positions of the bits, which are scale apart, and returns
// how many there are. Whether a block has a second one can hardly be predicted,
// so that two are always written.
func list[mask uint16 | uint32](out []uint32, masks []mask, scale uint32) (n int) {
	for i, x := range masks {
		m := uint32(x)
		at := uint32(i * blockLen)
		b := out[n : n+2 : n+2]
		b[0] = at + scale*uint32(bits.TrailingZeros32(m))
		rest := m & (m - 1)
		b[1] = at + scale*uint32(bits.TrailingZeros32(rest))
		n += int((m|-m)>>31 + (rest|-rest)>>31)
		for rest &= rest - 1; rest != 0; rest &= rest - 1 {
			out[n] = at + scale*uint32(bits.TrailingZeros32(rest))
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
