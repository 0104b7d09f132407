package detect

import (
	"math/rand/v2"
	"testing"

	"jezero/redact/internal/scan"
)

// walks are texts in which something is walked for, from start to start, with and
// without what was walked before. Few kinds of pieces are in each: most of them end
// soon what is walked. Ends stand in them now and then.
func walks(rnd *rand.Rand, texts, size int, pieces, ends []string, walk func(src []byte, known *scan.View, at int)) {
	for range texts {
		few := make([]string, 1+rnd.IntN(4))
		for i := range few {
			few[i] = pieces[rnd.IntN(len(pieces))]
		}
		var src []byte
		for len(src) < size {
			src = append(src, few[rnd.IntN(len(few))]...)
			if rnd.IntN(150) == 0 {
				src = append(src, ends[rnd.IntN(len(ends))]...)
			}
		}
		var w scan.Walked
		for at, end := 0, 0; at < len(src)-100; at += 1 + rnd.IntN(30) {
			from := max(0, at-100)
			end = max(end, min(len(src), at+rnd.IntN(900)*rnd.IntN(2))) // no view ends before the last one did
			if at < end {
				walk(src, &scan.View{Src: src[from:end], Walked: &w, Base: from}, at-from)
			}
		}
	}
}

// Where an unquoted value ends does not depend on what was walked before.
func TestBareAtRemembers(t *testing.T) {
	pieces := []string{"abcdefgh", "a", "]", ")", "}", ">", ";", "|", ",", "x=", "<", "&", "%", "'", "\\", "~", "#", "*", "[", "(", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "%2B", ".", ":"}
	ends := []string{" ", "\n", "\"", "\\n", ") ", "]\"", "; ", "</b>", "&amp;", "~~ "}
	longest := 0
	walks(rand.New(rand.NewPCG(4, 2)), 400, 2000, pieces, ends, func(src []byte, v *scan.View, at int) {
		got, want := bareAt(v, at, bare{}), bareAt(&scan.View{Src: v.Src, Base: v.Base}, at, bare{})
		if got != want {
			t.Fatalf("%q at %d: ends at %d, want %d", src, at+v.Base, got+v.Base, want+v.Base)
		}
		longest = max(longest, want-at)
	})
	if longest <= maxBare {
		t.Errorf("no value is longer than %d", longest)
	}
}

// Where the word of a command ends does not depend on what was walked before.
func TestWordEndRemembers(t *testing.T) {
	pieces := []string{"abcdefgh", "a", "12", "]", ")", "}", "|", "<", "<a>", "&", "\\", "\\\\", "\\;", "\\(", "*", "~", ".", ",", "[", "(", "$(", "{{", "}}", "&amp;", "12|aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa&amp;", "=", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "-", ".", ":"}
	ends := []string{" ", "\n", "\"", "\\n", "); ", "]\"", ";", "</b>", "&amp;", "~~ ", "'", "`", ">"}
	rnd := rand.New(rand.NewPCG(4, 3))
	walks(rnd, 1500, 1500, pieces, ends, func(src []byte, v *scan.View, i int) {
		i -= min(i, rnd.IntN(40)*rnd.IntN(2))
		limit := i + rnd.IntN(len(v.Src)-i+1)
		got := wordEndIn(v, v.Src, i, limit)
		if want := wordEnd(v.Src, i, limit); got != want {
			t.Fatalf("%q from %d up to %d of %d: ends at %d, want %d", src, i+v.Base, limit+v.Base, v.Base+len(v.Src), got+v.Base, want+v.Base)
		}
	})
}
