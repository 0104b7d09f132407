package scan

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// What is looked for towards the start stands where a walk byte by byte finds it,
// whatever was walked before.
func TestWalkBack(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 300 {
		src := make([]byte, 1+r.IntN(120))
		for i := range src {
			src[i] = "nrab\\xyz\n "[r.IntN(10)]
			if r.IntN(4) > 0 {
				src[i] = 'a'
			}
		}
		v := &View{Src: src, Walked: &Walked{}}
		for range 20 {
			i := r.IntN(len(src) + 1)
			lo := r.IntN(i + 1)
			for what, ends := range map[string]func(k int) bool{
				"blank":   func(k int) bool { return src[k] <= ' ' },
				"newline": func(k int) bool { return src[k] == '\n' },
				"break": func(k int) bool {
					return src[k] == '\n' || k > 0 && src[k-1] == '\\' && (src[k] == 'n' || src[k] == 'r')
				},
			} {
				want := i
				for want > lo && !ends(want-1) {
					want--
				}
				got := map[string]func(i, lo int) int{"blank": v.lastBlank, "newline": v.lastNewline, "break": v.LastBreak}[what](i, lo)
				if got != want {
					t.Fatalf("%q: last %s of [%d:%d] ends at %d, want %d", src, what, lo, i, got, want)
				}
			}
		}
	}
}

func TestAny3(t *testing.T) {
	text := []byte("0123456789abcdefghijklmnopqrstuvwxyz\x80\xff")
	for i := range text {
		for end := i; end <= len(text); end++ {
			for _, set := range []string{"zzz", "5kz", "\x80\xff0", "~~~", "j1~"} {
				want := -1
				for k := i; k < end && want < 0; k++ {
					if bytes.IndexByte([]byte(set), text[k]) >= 0 {
						want = k
					}
				}
				if want < 0 {
					want = end
				}
				if got := Any3(text, i, end, set[0], set[1], set[2]); got != want {
					t.Fatalf("%q in [%d:%d]: %d, want %d", set, i, end, got, want)
				}
			}
		}
	}
}
