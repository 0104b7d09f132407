package value

import (
	"math/rand/v2"
	"testing"
)

// plainChant is Chant as its comment says it, place by place.
func plainChant(b []byte) int {
	b = b[:min(len(b), chantIn)]
	letter := func(i int) bool { return lower(b[i] | 0x20) }
	for p := chantWord; p <= chantLong; p++ {
		for i := p; i < len(b); i++ {
			to := i
			for to < len(b) && letter(to) && b[to]|0x20 == b[to-p]|0x20 {
				to++
			}
			if to-i >= p*(chantTimes-1) && isWord(b[i-p:to], p) {
				return to - i + p
			}
			i = to
		}
	}
	return 0
}

func TestChant(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	said := 0
	for range 100_000 {
		var b []byte
		for len(b) < 20+r.IntN(90) {
			if r.IntN(3) == 0 {
				b = append(b, byte(r.IntN(256)))
			}
			word := make([]byte, 1+r.IntN(12))
			for i := range word {
				word[i] = "abmxyzQWEqABkKpP1"[r.IntN(17)]
			}
			for range 1 + r.IntN(5) {
				b = append(b, word...)
			}
		}
		want := plainChant(b)
		if got := Chant(b); got != want {
			t.Fatalf("%q: %d, want %d", b, got, want)
		}
		row, most := 0, 0
		for _, c := range b {
			if row++; !lower(c | 0x20) {
				row = 0
			}
			most = max(most, row)
		}
		if _, got := ChantOrRow(b); got != (most >= chantLeast) {
			t.Fatalf("%q: %d letters in a row: %v", b, most, got)
		}
		if want > 0 {
			said++
		}
	}
	if said < 1000 {
		t.Errorf("only %d chants", said)
	}
}
