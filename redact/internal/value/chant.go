package value

import (
	"encoding/binary"
	"math/bits"
)

// A chant is a word of letters said chantTimes in a row and more.
const (
	chantWord  = 4 // the shortest word that counts
	chantLong  = 24
	chantTimes = 3
	chantLeast = chantWord * chantTimes // letters of the shortest chant
)

// chantIn is how much of a value is looked at.
const chantIn = 512

// Chant is the length of what b says over and over, in any case:
// invalidInvalidINVALID; 0 when it says nothing so. Nobody issues that. A
// period with a digit in it is a weak key and no chant, and so are letters in
// their order or of hex (abcdefabcdef…), one letter (zero bits), and a period
// that mixes cases the same way each time (the base64 of a repeated text).
func Chant(b []byte) int {
	b = b[:min(len(b), chantIn)]
	// Nothing chants but letters without a break: most values have too few of them.
	from, to := lettersFrom(b, 0)
	if to == 0 {
		return 0
	}
	var runs [chantIn/(chantLeast+1) + 1][2]uint16
	n, most := 0, 0
	for to > 0 {
		runs[n] = [2]uint16{uint16(from), uint16(to)}
		n, most = n+1, max(most, to-from)
		from, to = lettersFrom(b, to)
	}
	for p := chantWord; p*chantTimes <= most && p <= chantLong; p++ {
		for _, r := range runs[:n] {
			if k := chantOf(b[r[0]:r[1]], p); k > 0 {
				return k
			}
		}
	}
	return 0
}

// chantOf is the length of what the letters of b say over and over with a period
// of p letters, or 0.
func chantOf(b []byte, p int) int {
	// Of so many letters in a row that equal the one p before, one stands at
	// each multiple of their number.
	least := p * (chantTimes - 1)
	for i := p + least - 1; i < len(b); i += least {
		if !echo(b, i, p) {
			continue
		}
		from, to := i, i+1
		for from > p && echo(b, from-1, p) {
			from--
		}
		for to < len(b) && echo(b, to, p) {
			to++
		}
		if to-from >= least && isWord(b[from-p:to], p) {
			return to - from + p
		}
		for i+least < to {
			i += least
		}
	}
	return 0
}

// echo reports whether the letter b[i] is, in any case, the one that stands p before it.
func echo(b []byte, i, p int) bool { return b[i]|0x20 == b[i-p]|0x20 }

// lettersFrom is the first run of letters in b[i:] that is long enough for a
// chant; to is 0 when there is none.
func lettersFrom(b []byte, i int) (from, to int) {
	from = i
	for ; i+8 <= len(b); i += 8 {
		other := othersThanLetters(binary.LittleEndian.Uint64(b[i:]))
		if other == 0 {
			continue
		}
		// A run that begins and ends among these eight is too short.
		if to := i + bits.TrailingZeros64(other)>>3; to-from >= chantLeast {
			return from, to
		}
		from = i + 8 - bits.LeadingZeros64(other)>>3
	}
	for ; i < len(b); i++ {
		if c := b[i] | 0x20; c-'a' < 26 {
			continue
		}
		if i-from >= chantLeast {
			return from, i
		}
		from = i + 1
	}
	if len(b)-from >= chantLeast {
		return from, len(b)
	}
	return 0, 0
}

// othersThanLetters has the highest bit of each of eight bytes set that is no
// ASCII letter, and no other bit.
func othersThanLetters(x uint64) uint64 {
	const each, high = 0x0101010101010101, 0x8080808080808080
	y := (x | 0x20*each) &^ high
	return (y+(0x80-'a')*each)&^(y+(0x7f-'z')*each)&^x&high ^ high
}

// isWord reports whether the period p that b repeats is a word.
func isWord(b []byte, p int) bool {
	rising, hex, caps, exact := 0, 0, 0, true
	for i, c := range b {
		if i >= p {
			exact = exact && c == b[i-p]
			continue
		}
		if upper(c) {
			caps++
		}
		if c|0x20 <= 'f' {
			hex++
		}
		if d := (b[i+1] | 0x20) - (c | 0x20); d <= 1 || d == 0xff {
			rising++
		}
	}
	return rising*2 < p && hex < p && !(exact && caps > 1 && caps < p)
}
