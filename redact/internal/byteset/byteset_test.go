package byteset

import (
	"math/rand/v2"
	"testing"
)

// What is skipped is of the set, and where all is skipped nothing is left of the run.
func TestSkip(t *testing.T) {
	all := Of(func(byte) bool { return true })
	rnd := rand.New(rand.NewPCG(3, 1))
	sets := map[string]func(byte) bool{
		"letters and digits": func(c byte) bool { return c-'0' < 10 || (c|0x20)-'a' < 26 },
		"all":                func(byte) bool { return true },
		"none":               func(byte) bool { return false },
		"controls":           func(c byte) bool { return c < ' ' || c == 0x7f },
		"odd":                func(c byte) bool { return c&1 != 0 },
	}
	for name, in := range sets {
		s := Of(in)
		var of, others []byte
		for c := range 256 {
			if has := in(byte(c)) && c < 0x80; has {
				of = append(of, byte(c))
			} else {
				others = append(others, byte(c))
			}
			if got, want := s.Has(byte(c)), in(byte(c)) && c < 0x80; got != want {
				t.Fatalf("%s: has %#x: %v", name, c, got)
			}
		}
		able := new(Set).skip(make([]byte, block), 0, block) == 0 && all.skip(make([]byte, block), 0, block) > 0
		for range 20000 {
			b := make([]byte, rnd.IntN(200))
			if len(of) > 0 {
				for i := range b {
					b[i] = of[rnd.IntN(len(of))]
				}
			}
			for range rnd.IntN(3) {
				if len(b) > 0 {
					b[rnd.IntN(len(b))] = others[rnd.IntN(len(others))]
				}
			}
			i := rnd.IntN(len(b) + 1)
			end := i + rnd.IntN(len(b)-i+1)
			want := i
			for want < end && s.Has(b[want]) {
				want++
			}
			got := s.Skip(b, i, end)
			if whole := i + (end-i+block-1)/block*block; got < i || got > want || able && whole <= len(b) && got != want {
				t.Fatalf("%s: %x[%d:%d]: skips to %d, the run ends at %d", name, b, i, end, got, want)
			}
		}
	}
}
