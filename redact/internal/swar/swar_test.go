package swar

import "testing"

// What is asked of eight bytes is what is asked of each, whatever stands beside it.
func TestEight(t *testing.T) {
	between := func(a, b byte) func(byte) bool { return func(c byte) bool { return a <= c && c <= b } }
	for _, c := range [...]struct {
		name string
		of   func(uint64) uint64
		is   func(byte) bool
	}{
		{"letters", Letters, func(c byte) bool { return between('a', 'z')(c | 0x20) }},
		{"digits", Digits, between('0', '9')},
		{"blanks", Blanks, between(0, ' ')},
		{"capitals", func(x uint64) uint64 { return Between(x, 'A', 'Z') }, between('A', 'Z')},
		{"all of ASCII", func(x uint64) uint64 { return Between(x, 0, 0x7f) }, between(0, 0x7f)},
		{"spaces", func(x uint64) uint64 { return Are(x, ' ') }, between(' ', ' ')},
		{"zeros", func(x uint64) uint64 { return Are(x, 0) }, between(0, 0)},
	} {
		for b := range 256 {
			for beside := range 256 {
				var s [8]byte
				for i := range s {
					s[i] = byte(beside)
				}
				s[(b+beside)%8] = byte(b)
				m := c.of(Load(s[:], 0))
				first, behind, packed := 8, 8, uint64(0)
				for i, b := range s {
					if got := m>>(8*i)&0xff == 0x80; got != c.is(b) || m&^High != 0 {
						t.Fatalf("%s: %#x is said to be %v among %x", c.name, b, got, s)
					}
					if c.is(b) {
						first, behind, packed = min(first, i), 7-i, packed|1<<(56+i)
					}
				}
				if First(m) != first || BehindLast(m) != behind || Packed(m) != packed {
					t.Fatalf("%s: %x: first %d, behind the last %d, packed %#x", c.name, s, First(m), BehindLast(m), Packed(m))
				}
			}
		}
	}
}

// The first zero is told, and none where none is.
func TestZeros(t *testing.T) {
	for b := range 256 {
		for beside := range 256 {
			for at := range 8 {
				var s [8]byte
				for i := range s {
					s[i] = byte(beside)
				}
				s[at] = byte(b)
				want := 0
				for want < 8 && s[want] != 0 {
					want++
				}
				if got := First(Zeros(Load(s[:], 0))); got != want {
					t.Fatalf("the first zero of %x is said to be %d", s, got)
				}
			}
		}
	}
}
