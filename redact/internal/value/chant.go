package value

import (
	"encoding/binary"
	"math/bits"

	"jezero/redact/internal/swar"
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
	said, _ := ChantOrRow(b)
	return said
}

// chanted reports whether at least half of a value is a chant.
func chanted(f *facts) bool {
	v, n := f.v, len(f.v)
	if n < chantLeast || n > 2*chantIn || 2*f.letters() < n {
		return false
	}
	// Half of it in a row reaches the middle: of one that is long and no chant, a few
	// letters do.
	from, to := n/2, n/2
	if n <= 64 {
		letters := f.kinds[0].lower | f.kinds[0].upper
		run := bits.LeadingZeros64(^(letters << (64 - from))) + bits.TrailingZeros64(^(letters >> to))
		return 2*run >= n && 2*Chant(v) >= n
	}
	for from > 0 && letter(v[from-1]) {
		from--
	}
	for to < n && letter(v[to]) {
		to++
	}
	return 2*(to-from) >= n && 2*Chant(v) >= n
}

func letter(c byte) bool { return (c|0x20)-'a' < 26 }

// ChantOrRow is Chant, and reports whether so many letters stand in a row as the
// shortest chant has.
func ChantOrRow(b []byte) (said int, row bool) {
	b = b[:min(len(b), chantIn)]
	if len(b) < chantLeast {
		return 0, false
	}
	// Nothing chants but letters without a break. one has a bit for each of 64
	// bytes that is a letter, two where two of them in a row end, and so on.
	least, done := chantLong+1, 0
	var one, two, four uint64
	for base := 0; base < len(b); base += 64 {
		one1, two1, four1 := one>>63, two>>62, four
		one = 0
		part, i := b[base:min(len(b), base+64)], 0
		for ; len(part) >= 8; part = part[8:] {
			one |= lettersAmong(binary.LittleEndian.Uint64(part)) << i
			i += 8
		}
		if k := len(part); k > 0 {
			one |= lettersAmong(binary.LittleEndian.Uint64(b[len(b)-8:])>>(64-8*k)) << i
		}
		two = one & (one<<1 | one1)
		four = two & (two<<2 | two1)
		twelve := four & (four<<4 | four1>>60) & (four<<8 | four1>>56)
		if done > base {
			twelve = above(twelve, done-base)
		}
		for twelve != 0 {
			last := bits.TrailingZeros64(twelve)
			end := last + bits.TrailingZeros64(^(one >> last))
			twelve = above(twelve, end)
			from := base + last - chantLeast + 1
			done = base + end
			if end == 64 {
				for done < len(b) && (b[done]|0x20)-'a' < 26 {
					done++
				}
			}
			for p := chantWord; p*chantTimes <= done-from && p < least; p++ {
				if k := chantOf(b[from:done], p); k > 0 {
					said, least = k, p
				}
			}
		}
	}
	return said, done > 0
}

// above is x without its n lowest bits.
func above(x uint64, n int) uint64 { return x >> n << n }

// lettersAmong has a bit set for each of eight bytes that is an ASCII letter.
func lettersAmong(x uint64) uint64 { return swar.Packed(swar.Letters(x)) >> 56 }

// Letters is how many ASCII letters b holds.
func Letters(b []byte) (n int) {
	for ; len(b) >= 8; b = b[8:] {
		n += bits.OnesCount64(lettersAmong(binary.LittleEndian.Uint64(b)))
	}
	for _, c := range b {
		if (c|0x20)-'a' < 26 {
			n++
		}
	}
	return n
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
