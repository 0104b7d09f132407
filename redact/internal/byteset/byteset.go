// Package byteset tells how far a run of bytes of one set goes, whatever the set is: 32
// bytes at once where the processor has the means, as tokens have no length that a
// branch could be guessed by.
package byteset

// Set is a set of ASCII bytes. Bit h of byte l stands for 16*h+l.
type Set [16]byte

// Of is the set of the ASCII bytes that in is true for.
func Of(in func(c byte) bool) (s Set) {
	for c := range byte(0x80) {
		if in(c) {
			s[c&15] |= 1 << (c >> 4)
		}
	}
	return s
}

// Has reports whether c is in the set.
func (s *Set) Has(c byte) bool { return c < 0x80 && s[c&15]>>(c>>4)&1 != 0 }

// block is how many bytes are looked at at once.
const block = 32

// Skip is where to go on looking for the first byte of b[i:end] that is not in the
// set, or for end: all bytes before are in it. What is left to look at one by one is
// nothing, usually, or everything where the processor does not have the means.
func (s *Set) Skip(b []byte, i, end int) int {
	// Whole blocks are read.
	if n := min(end-i, (len(b)-i)&^(block-1)); n > 0 {
		return min(i+s.skip(b, i, n), end)
	}
	return i
}
