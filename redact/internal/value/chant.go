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
	for p := chantWord; p*chantTimes <= len(b) && p <= chantLong; p++ {
		same := 0
		for i := p; i <= len(b); i++ {
			if i < len(b) && b[i]|0x20 == b[i-p]|0x20 && b[i]|0x20-'a' < 26 {
				same++
				continue
			}
			if same >= p*(chantTimes-1) && isWord(b[i-same-p:i], p) {
				return same + p
			}
			same = 0
		}
	}
	return 0
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
