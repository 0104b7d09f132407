package value

// A chant is a word of letters said chantTimes in a row and more.
const (
	chantWord  = 4 // the shortest word that counts
	chantLong  = 24
	chantTimes = 3
)

// Chant is the length of what b says over and over, in any case:
// invalidInvalidINVALID; 0 when it says nothing so. Nobody issues that. A
// period with a digit in it is a weak key and no chant, and so are letters in
// their order or of hex (abcdefabcdef…), one letter (zero bits), and a period
// that mixes cases the same way each time (the base64 of a repeated text).
func Chant(b []byte) int {
	b = b[:min(len(b), 512)]
	// Nothing chants but letters without a break.
	most := longestLetters(b)
	for p := chantWord; p*chantTimes <= most && p <= chantLong; p++ {
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
	}
	return 0
}

// echo reports whether b[i] is the letter, in any case, that stands p before it.
func echo(b []byte, i, p int) bool { return (b[i]|0x20)-'a' < 26 && b[i]|0x20 == b[i-p]|0x20 }

// longestLetters is the length of the longest run of letters in b, 0 when it
// is too short for a chant.
func longestLetters(b []byte) int {
	const least = chantWord * chantTimes
	most := 0
	for i := least - 1; i < len(b); i += least {
		if markOf[b[i]]&(markLower|markUpper) == 0 {
			continue
		}
		from, to := i, i+1
		for from > 0 && markOf[b[from-1]]&(markLower|markUpper) != 0 {
			from--
		}
		for to < len(b) && markOf[b[to]]&(markLower|markUpper) != 0 {
			to++
		}
		most = max(most, to-from)
		for i+least < to {
			i += least
		}
	}
	if most < least {
		return 0
	}
	return most
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
