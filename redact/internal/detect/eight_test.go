package detect

import (
	"testing"

	"jezero/redact/internal/swar"
)

// What is asked of eight bytes is what is asked of each.
func TestEight(t *testing.T) {
	for _, c := range [...]struct {
		name string
		of   func(uint64) uint64
		is   func(byte) bool
	}{
		{"letters", swar.Letters, alpha},
		{"words", wordsIn, func(c byte) bool { return kinds[c]&isWord != 0 }},
		{"names", namesIn, func(c byte) bool { return c < 0x80 && nameByte(c) }},
		{"digits", swar.Digits, digit},
		{"spaces", func(x uint64) uint64 { return swar.Are(x, ' ') }, func(c byte) bool { return c == ' ' }},
		{"unlike words", unlikeWord, func(c byte) bool { return c <= ' ' || digit(c) || upper(c) || c == '=' }},
	} {
		for b := range 256 {
			for beside := range 256 {
				var s [8]byte
				for i := range s {
					s[i] = byte(beside)
				}
				at := (b + beside) % 8
				s[at] = byte(b)
				x := c.of(swar.Load(s[:], 0))
				for i, b := range s {
					if got := x>>(8*i)&0xff == 0x80; got != c.is(b) || x&^swar.High != 0 {
						t.Fatalf("%s: %q is said to be %v among %q", c.name, b, got, s)
					}
				}
				want := 0
				for want < 8 && !c.is(s[want]) {
					want++
				}
				if got := swar.First(x); got != want {
					t.Fatalf("%s: the first of %q is %d", c.name, s, got)
				}
				for want = 0; want < 8 && !c.is(s[7-want]); want++ {
				}
				if got := swar.BehindLast(x); got != want {
					t.Fatalf("%s: %d bytes stand behind the last of %q", c.name, got, s)
				}
			}
		}
	}
}
