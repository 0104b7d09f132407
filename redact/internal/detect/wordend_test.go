package detect

import (
	"math/rand/v2"
	"testing"

	"jezero/redact/internal/scan"
)

// Where the word of a command ends does not depend on what was walked before.
func TestWordEndRemembers(t *testing.T) {
	pieces := []string{"abcdefgh", "a", "12", "]", ")", "}", "|", "<", "<a>", "&", "\\", "\\\\", "\\;", "\\(", "*", "~", ".", ",", "[", "(", "$(", "{{", "}}", "&amp;", "12|aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa&amp;", "=", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "-", ".", ":"}
	ends := []string{" ", "\n", "\"", "\\n", "); ", "]\"", ";", "</b>", "&amp;", "~~ ", "'", "`", ">"}
	rnd := rand.New(rand.NewPCG(4, 3))
	for range 1500 {
		// Few kinds of pieces in each: most of them end a word soon.
		few := make([]string, 1+rnd.IntN(4))
		for i := range few {
			few[i] = pieces[rnd.IntN(len(pieces))]
		}
		var src []byte
		for len(src) < 1500 {
			src = append(src, few[rnd.IntN(len(few))]...)
			if rnd.IntN(150) == 0 {
				src = append(src, ends[rnd.IntN(len(ends))]...)
			}
		}
		var w scan.Walked
		for at, end := 0, 0; at < len(src)-100; at += 1 + rnd.IntN(30) {
			from := max(0, at-100)
			end = max(end, min(len(src), at+rnd.IntN(900)*rnd.IntN(2))) // no view ends before the last one did
			if at >= end {
				continue
			}
			part, i := src[from:end], at-from
			i -= min(i, rnd.IntN(40)*rnd.IntN(2))
			limit := i + rnd.IntN(len(part)-i+1)
			got := wordEndIn(&scan.View{Src: part, Walked: &w, Base: from}, part, i, limit)
			if want := wordEnd(part, i, limit); got != want {
				t.Fatalf("%q from %d up to %d of %d: ends at %d, want %d", src, i+from, limit+from, end, got+from, want+from)
			}
		}
	}
}
