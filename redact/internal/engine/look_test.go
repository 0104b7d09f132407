package engine

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// What is not spoilt neither repeats one byte nor says that it is an example.
func TestSpoilt(t *testing.T) {
	rnd := rand.New(rand.NewPCG(8, 9))
	clear, odd := 0, 0
	for range 200_000 {
		b := make([]byte, 8+rnd.IntN(40))
		for i := range b {
			b[i] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"[rnd.IntN(64)]
		}
		switch at := rnd.IntN(len(b)); rnd.IntN(3) {
		case 0:
			copy(b[at:], exampleWords[rnd.IntN(len(exampleWords))])
		case 1:
			copy(b[at:], strings.Repeat(string(b[at]), 8))
		}
		made := repeats(b) || saysExample(b)
		switch {
		case made:
			odd++
			if !spoilt(b) {
				t.Fatalf("%q is not spoilt", b)
			}
		case !spoilt(b):
			clear++
		}
	}
	if odd < 50_000 || clear < 60_000 {
		t.Errorf("%d made up, %d clear", odd, clear)
	}
}
