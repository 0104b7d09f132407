package detect

import (
	"encoding/binary"
	"math/bits"
)

// What stands beside a name is of a few bytes, and a loop over them ends where the
// processor does not expect it. Eight of them at a time need no loop: of each byte
// the highest bit of what follows tells.

const (
	each = 0x0101010101010101
	high = 0x80 * each
	low7 = high - each
)

func eight(s []byte, i int) uint64 { return binary.LittleEndian.Uint64(s[i:]) }

// between has the bytes of x from a to b; both are ASCII.
func between(x uint64, a, b byte) uint64 {
	y := x & low7
	return (y + (0x80-uint64(a))*each) &^ (y + (0x7f-uint64(b))*each) &^ x & high
}

// are has the bytes of x that are c, which is ASCII.
func are(x uint64, c byte) uint64 {
	x ^= uint64(c) * each
	return ^(x&low7 + low7 | x) & high
}

// blanksIn has the bytes of x that are no more than a space.
func blanksIn(x uint64) uint64 { return ^(x&low7 + (0x7f-' ')*each | x) & high }

// lettersIn has the letters of x, of ASCII.
func lettersIn(x uint64) uint64 { return between(x|0x20*each, 'a', 'z') }

// wordsIn has the bytes of x that are isWord.
func wordsIn(x uint64) uint64 {
	return lettersIn(x) | between(x, '0', '9') | are(x, '_') | are(x, '-')
}

// namesIn has those of ASCII that are isName: - to 9, but no slash, letters, and _. It is
// written out, so that it needs no call.
func namesIn(x uint64) uint64 {
	y := x & low7
	m := (y + (0x80-'-')*each) &^ (y + (0x7f-'9')*each) & (y ^ '/'*each + low7)
	m |= ^(y ^ '_'*each + low7)
	y |= 0x20 * each
	m |= (y + (0x80-'a')*each) &^ (y + (0x7f-'z')*each)
	return m &^ x & high
}

// firstIn is which byte of x is the first that is in m, 8 when none is.
func firstIn(m uint64) int { return bits.TrailingZeros64(m) / 8 }

// behindLast is how many bytes of x stand behind the last that is in m, 8 when none is.
func behindLast(m uint64) int { return bits.LeadingZeros64(m) / 8 }
