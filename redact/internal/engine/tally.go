package engine

import (
	"encoding/binary"
	"math/bits"
)

// tally is how many letters and digits stand in the class runs of a match. It is
// counted eight bytes at a time, and most questions about a match are answered by
// it alone.
type tally struct {
	lower, upper, digits int
	total                int  // bytes of all kinds
	cut                  bool // there were more
}

const (
	eachByte = 0x0101010101010101
	highBits = 0x80 * eachByte
)

// count takes in a run, the first lookAt bytes of it.
func (t *tally) count(run []byte) {
	if len(run) > lookAt {
		run, t.cut = run[:lookAt], true
	}
	var lower, upper, digits uint64 // eight counts each
	i := 0
	for ; i+8 <= len(run); i += 8 {
		l, u, d := kindsOf(binary.LittleEndian.Uint64(run[i:]))
		lower, upper, digits = lower+l, upper+u, digits+d
	}
	if i < len(run) {
		var rest [8]byte // zeros are of no kind
		copy(rest[:], run[i:])
		l, u, d := kindsOf(binary.LittleEndian.Uint64(rest[:]))
		lower, upper, digits = lower+l, upper+u, digits+d
	}
	t.lower += sumBytes(lower)
	t.upper += sumBytes(upper)
	t.digits += sumBytes(digits)
	t.total += len(run)
}

// kindsOf has a one for each of eight bytes that is of the kind.
func kindsOf(x uint64) (lower, upper, digit uint64) {
	y := x &^ highBits
	f := y | 0x20*eachByte
	letter := (f + (0x80-'a')*eachByte) &^ (f + (0x7f-'z')*eachByte) &^ x & highBits
	digit = (y + (0x80-'0')*eachByte) &^ (y + (0x7f-'9')*eachByte) &^ x & highBits
	small := x << 2 // bit 5 of each byte is its highest
	return letter & small >> 7, letter &^ small >> 7, digit >> 7
}

// hasByte reports whether one of the eight bytes of x is c.
func hasByte(x uint64, c byte) bool {
	x ^= uint64(c) * eachByte
	return (x-eachByte)&^x&highBits != 0
}

// sumBytes adds up the eight bytes of x.
func sumBytes(x uint64) int {
	const pairs = 0x00ff00ff00ff00ff
	return int((x&pairs + x>>8&pairs) * 0x0001000100010001 >> 48)
}

// distinct adds the bytes of a run to a set, by their lower seven bits, until it
// has enough.
func (s *byteSet) distinct(run []byte, enough int) {
	for len(run) > 0 && s.len() < enough {
		part := run[:min(len(run), 16)]
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
