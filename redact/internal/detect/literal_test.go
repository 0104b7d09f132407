package detect

import (
	"math/rand/v2"
	"testing"

	"jezero/redact/internal/scan"
)

// Where an unquoted value ends does not depend on what was walked before.
func TestBareAtRemembers(t *testing.T) {
	pieces := []string{"abcdefgh", "a", "]", ")", "}", ">", ";", "|", ",", "x=", "<", "&", "%", "'", "\\", "~", "#", "*", "[", "(", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "%2B", ".", ":"}
	ends := []string{" ", "\n", "\"", "\\n", ") ", "]\"", "; ", "</b>", "&amp;", "~~ "}
	rnd := rand.New(rand.NewPCG(4, 2))
	longest := 0
	for range 400 {
		// Few kinds of pieces in each: most of them end a value soon.
		few := make([]string, 1+rnd.IntN(4))
		for i := range few {
			few[i] = pieces[rnd.IntN(len(pieces))]
		}
		var src []byte
		for len(src) < 2000 {
			src = append(src, few[rnd.IntN(len(few))]...)
			if rnd.IntN(150) == 0 {
				src = append(src, ends[rnd.IntN(len(ends))]...)
			}
		}
		var w scan.Walked
		for at, end := 0, 0; at < len(src)-100; at += 1 + rnd.IntN(30) {
			from := max(0, at-100)
			end = max(end, min(len(src), at+rnd.IntN(900)*rnd.IntN(2))) // no view ends before the last one did
			part := src[from:end]
			if at >= end {
				continue
			}
			got := bareAt(&scan.View{Src: part, Walked: &w, Base: from}, at-from, bare{})
			want := bareAt(&scan.View{Src: part, Base: from}, at-from, bare{})
			if got != want {
				t.Fatalf("%q at %d: ends at %d, want %d", src, at, got+from, want+from)
			}
			longest = max(longest, want+from-at)
		}
	}
	if longest <= maxBare {
		t.Errorf("no value is longer than %d", longest)
	}
}
