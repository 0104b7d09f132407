package prefilter

import (
	"math/rand/v2"
	"slices"
	"testing"

	"jezero/redact/rule"
)

// What reaches across an edge of a part is what a search finds there and neither in
// the part nor beside it, and its windows are not farther away than Reach.
func TestAcross(t *testing.T) {
	brackets := rule.Alnum62.Or(rule.Chars("[]:"))
	s, err := New([]Literal{
		{Text: "key", Fold: true, After: []rule.Class{{}}},
		{Text: "pw", Fold: true, After: []rule.Class{{}, {}}},
		{Text: "pw", Before: []rule.Class{rule.Digit}, After: []rule.Class{rule.Chars("[")}},
		{Text: "ab", Before: []rule.Class{brackets}, After: []rule.Class{brackets}},
		{Text: "aba", Before: []rule.Class{{}}},
		{Text: "word"},
		{Text: "a]bc"},
		{Text: "a[re", Fold: true},
		{Text: "d:ab", Fold: true},
		{Text: "abab", After: []rule.Class{rule.Chars("x")}},
		{Text: "bab", After: []rule.Class{{}}, Far: 12, FarOf: brackets, Between: brackets},
		{Text: "baba", Far: 6, FarOf: rule.Alnum62, Between: rule.Alnum62},
		{Text: "x]", Before: []rule.Class{{}}, After: []rule.Class{{}}},
	}, Portable)
	if err != nil {
		t.Fatal(err)
	}
	const last = ']'
	openings := []string{"[RED:", "[red:"}
	e := s.Edges(openings, last)
	pieces := []string{"a", "b", "ab", "ba", "x", "key", "pw", "1", "word", "]", "[", ":", "a]bc", "bc", "a[re", " "}
	rnd := rand.New(rand.NewPCG(1, 2))
	some := func(n int) (b []byte) {
		for range rnd.IntN(n) {
			b = append(b, pieces[rnd.IntN(len(pieces))]...)
		}
		return b
	}
	found := make([]int, len(s.texts))
	for range 20000 {
		src := some(6)
		from := len(src)
		src = append(append(append(src, openings[rnd.IntN(2)]...), some(3)...), last)
		to := len(src)
		src = append(src, some(6)...)
		want, end := s.Scan(src, 0, len(src), make([]Hit, 0, 256), new(Room))
		if end != len(src) {
			t.Fatal("not all was seen")
		}
		want = slices.DeleteFunc(want, func(h Hit) bool {
			return s.Within(h, 0, from) || s.Within(h, from, to) || s.Within(h, to, len(src))
		})
		got := s.Across(e, src, from, to, nil)
		slices.SortFunc(got, func(a, b Hit) int {
			if s.Before(a, b) {
				return -1
			}
			return 1
		})
		if !slices.Equal(got, want) {
			t.Fatalf("%q[%d:%d]: %v, want %v", src, from, to, got, want)
		}
		for _, h := range got {
			found[h.Lit]++
			if w := s.Window(h); w < from-e.Reach() || w > to+e.Reach() {
				t.Fatalf("%q[%d:%d]: the window of %q is at %d", src, from, to, s.texts[h.Lit].text, w)
			}
		}
	}
	for i, n := range found {
		never := slices.Contains([]string{"word", "d:ab", "abab", "baba"}, s.texts[i].text)
		if never != (n == 0) {
			t.Errorf("%q reached across %d times", s.texts[i].text, n)
		}
	}
}
