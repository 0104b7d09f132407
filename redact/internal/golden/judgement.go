package golden

import (
	"fmt"
	"sort"
	"strings"
	"testing"
)

// Changes are the ways to change a text at a place; Moved is how far what
// stands behind the place moves.
var Changes = []struct {
	Name  string
	Make  func(s string, i int) string
	Moved int
}{
	{"cut", func(s string, i int) string { return s[:i] }, 0},
	{"drop", func(s string, i int) string { return s[:i] + s[i+1:] }, -1},
	{"double", func(s string, i int) string { return s[:i+1] + s[i:] }, 1},
	{"x", func(s string, i int) string { return s[:i] + "x" + s[i+1:] }, 0},
	{"7", func(s string, i int) string { return s[:i] + "7" + s[i+1:] }, 0},
	{"blank", func(s string, i int) string { return s[:i] + " " + s[i+1:] }, 0},
	{"quote", func(s string, i int) string { return s[:i] + "\"" + s[i:] }, 1},
	{"line", func(s string, i int) string { return s[:i] + "\n" + s[i:] }, 1},
}

// Longest is how often a byte is repeated at most: further than most bounds.
const Longest = 66

// Judgements is Compare for what every byte of short texts is worth to a
// function that sorts them, such as names by what they hold.
func Judgements(t *testing.T, file string, write bool, judge func(string) string, texts []string, least int) {
	t.Helper()
	var out []Text
	for _, s := range texts {
		out = append(out, Text{Head: fmt.Sprintf("%q", s), In: s})
	}
	Compare(t, file, write, func(in string) string { return judgement(judge, in) }, out, least)
}

// judgement says how a text is judged, and for every way of changing one byte
// the places where that makes another judgement.
func judgement(judge func(string) string, s string) string {
	var b strings.Builder
	base := judge(s)
	fmt.Fprintf(&b, "\tis %s\n", base)
	for _, c := range Changes {
		var at Effects
		for i := range len(s) {
			what := judge(c.Make(s, i))
			if what == base {
				continue
			}
			at.Add(what, i)
		}
		at.Write(&b, c.Name)
	}
	for i := range len(s) {
		if i > 0 && Class(s[i]) == Class(s[i-1]) {
			continue
		}
		repeated := func(n int) string { return judge(s[:i] + strings.Repeat(s[i:i+1], n) + s[i:]) }
		few, many := repeated(1), repeated(Longest)
		if few == many {
			continue
		}
		n := 1 + sort.Search(Longest-1, func(k int) bool { return repeated(k+1) != few })
		fmt.Fprintf(&b, "\ttimes %d at %d: %s, many: %s\n", n+1, i, repeated(n), many)
	}
	return b.String()
}

// Effects are what one way of changing a byte brings about, in the order in
// which it was first seen, and where.
type Effects struct {
	order  []string
	places map[string][]int
}

func (e *Effects) Add(what string, at int) {
	if e.places == nil {
		e.places = map[string][]int{}
	}
	if _, ok := e.places[what]; !ok {
		e.order = append(e.order, what)
	}
	e.places[what] = append(e.places[what], at)
}

// Write writes a line for each effect.
func (e *Effects) Write(b *strings.Builder, change string) {
	for _, what := range e.order {
		fmt.Fprintf(b, "\t%s %s: %s\n", change, ranges(e.places[what]), what)
	}
}

// Class of a byte: letters, digits and blanks make runs.
func Class(c byte) byte {
	switch {
	case c|0x20 >= 'a' && c|0x20 <= 'z':
		return 'a'
	case c >= '0' && c <= '9':
		return '0'
	}
	return c
}

// ranges writes places that follow each other as one: 1-4 7.
func ranges(ns []int) string {
	var out []string
	for i := 0; i < len(ns); {
		k := i
		for k+1 < len(ns) && ns[k+1] == ns[k]+1 {
			k++
		}
		if k > i {
			out = append(out, fmt.Sprintf("%d-%d", ns[i], ns[k]))
		} else {
			out = append(out, fmt.Sprint(ns[i]))
		}
		i = k + 1
	}
	return strings.Join(out, " ")
}
