package engine

import (
	"encoding/binary"
	"math/bits"

	"jezero/redact/internal/swar"
)

// Questions about a run of bytes that are answered for eight of them at once.

// glance is what the first bytes of the class runs of a match show: of most
// matches enough to know that they are no example.
type glance struct {
	enough               bool    // there are as many different bytes as it takes
	seen                 byteSet // else of all runs, as far as it matters
	lower, upper, number uint64  // not zero when there are such
	count                int     // digits, of those that were seen
	odd                  uint64  // not zero when a capital does not begin a word
}

// look takes in a run, which v is the sight of if there is one.
func (g *glance) look(run []byte, distinct int, v *sight) {
	if g.enough = g.enough || len(run) >= 16 && (v != nil && v.kinds >= distinct || distinctAtLeast(run[:16]) >= distinct); !g.enough {
		g.seen.distinct(run, distinct)
	}
	if v != nil {
		g.lower |= v.lower
		g.upper |= v.upper
		g.number |= v.digit
		g.count += v.digits
		g.odd |= v.odd
		return
	}
	if len(run) < 16 {
		return
	}
	for _, x := range [2]uint64{binary.LittleEndian.Uint64(run), binary.LittleEndian.Uint64(run[8:])} {
		lower, upper, digit := kindsOf(x)
		g.lower |= lower
		g.upper |= upper
		g.number |= digit
		g.count += bits.OnesCount64(digit)
		g.odd |= upper &^ (lower >> 8) << 8 // what stands behind the last one is not known
	}
}

func (g *glance) mixed() bool { return g.lower != 0 && g.upper != 0 && g.number != 0 }

// digits is how many digits there are at least.
func (g *glance) digits() int { return g.count }

// kindsOf has a one for each of eight bytes that is of the kind.
func kindsOf(x uint64) (lower, upper, digit uint64) {
	letter := swar.Letters(x)
	small := x << 2 // bit 5 of each byte is its highest
	return letter & small >> 7, letter &^ small >> 7, swar.Digits(x) >> 7
}

// hasByte reports whether one of the eight bytes of x is c.
func hasByte(x uint64, c byte) bool { return swar.Zeros(x^uint64(c)*swar.Each) != 0 }

// distinctAtLeast is how many different bytes there are in 16, or fewer: it takes
// those for one that differ in their upper two bits alone.
func distinctAtLeast(b []byte) int {
	return bits.OnesCount64(lowSixes(binary.LittleEndian.Uint64(b)) | lowSixes(binary.LittleEndian.Uint64(b[8:])))
}

// lowSixes has a bit for each value of the lower six bits of the eight bytes.
func lowSixes(x uint64) (set uint64) {
	set |= 1 << (x & 63)
	set |= 1 << (x >> 8 & 63)
	set |= 1 << (x >> 16 & 63)
	set |= 1 << (x >> 24 & 63)
	set |= 1 << (x >> 32 & 63)
	set |= 1 << (x >> 40 & 63)
	set |= 1 << (x >> 48 & 63)
	set |= 1 << (x >> 56 & 63)
	return set
}

// distinct adds the bytes of a run to a set, by their lower seven bits, until it
// has enough.
func (s *byteSet) distinct(run []byte, enough int) {
	for len(run) > 0 && s.len() < enough {
		// A few more than needed: some are the same.
		part := run[:min(len(run), enough-s.len()+3)]
		lo, hi := s[0], s[1]
		for _, b := range part {
			bit, up := uint64(1)<<(b&63), -uint64(b>>6&1)
			lo |= bit &^ up
			hi |= bit & up
		}
		s[0], s[1] = lo, hi
		run = run[len(part):]
	}
}

// byteSet is a set of the values of seven bits.
type byteSet [2]uint64

func (s *byteSet) len() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }
