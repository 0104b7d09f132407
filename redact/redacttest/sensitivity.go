package redacttest

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"jezero/redact"
	"jezero/redact/internal/golden"
)

// Sensitivities is golden.Compare for what every byte of the texts is worth to a Redactor.
func Sensitivities(t *testing.T, file string, write bool, r *redact.Redactor, texts []golden.Text, least int) {
	t.Helper()
	golden.Compare(t, file, write, func(in string) string { return sensitivity(r.Find, in) }, texts, least)
}

// sensitivity says what goes in a text, in a line that begins with "goes". A
// line for every way of changing one byte then lists the places where that
// makes something else go, and what; "here" is the place itself. Lines with
// "times" say the same of a byte that is repeated, at the start of every word
// and run: from which number on something else goes than when it is doubled.
func sensitivity(find func([]byte) []redact.Finding, s string) string {
	var b strings.Builder
	base := find([]byte(s))
	fmt.Fprintf(&b, "\tgoes %s\n", spans(base, -1))
	for _, c := range golden.Changes {
		var at golden.Effects
		for i := range len(s) {
			changed := c.Make(s, i)
			found := find([]byte(changed))
			if slices.Equal(moved(base, i, c.Moved, len(changed)), found) {
				continue
			}
			what := spans(moved(found, i+c.Moved, -c.Moved, len(s)), i)
			at.Add(what, i)
		}
		at.Write(&b, c.Name)
	}
	for i := range len(s) {
		if i > 0 && golden.Class(s[i]) == golden.Class(s[i-1]) {
			continue
		}
		repeated := func(n int) string {
			return spans(moved(find([]byte(s[:i]+strings.Repeat(s[i:i+1], n)+s[i:])), i+n, -n, len(s)), i)
		}
		few, many := repeated(1), repeated(golden.Longest)
		if few == many {
			continue
		}
		n := 1 + sort.Search(golden.Longest-1, func(k int) bool { return repeated(k+1) != few })
		fmt.Fprintf(&b, "\ttimes %d at %d: %s", n+1, i, repeated(n))
		if then := repeated(n); then != many {
			fmt.Fprintf(&b, "; many: %s", many)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// moved are the findings as they stand when what is behind i moves by n and
// the text ends at limit; those that begin behind it are gone.
func moved(fs []redact.Finding, i, n, limit int) []redact.Finding {
	move := func(k int) int {
		if k > i {
			k += n
		}
		return min(k, limit)
	}
	var out []redact.Finding
	for _, f := range fs {
		f.Match, f.MatchEnd, f.Start, f.End = move(f.Match), move(f.MatchEnd), move(f.Start), move(f.End)
		if f.Start < f.End {
			out = append(out, f)
		}
	}
	return out
}

// spans writes what goes: rule, start and end, which may be the place itself,
// and how much more was matched: from where, and how many bytes behind.
func spans(fs []redact.Finding, place int) string {
	if len(fs) == 0 {
		return "nothing"
	}
	var out []string
	for _, f := range fs {
		start, end := fmt.Sprint(f.Start), fmt.Sprint(f.End)
		switch place {
		case f.Start:
			start = "here"
		case f.End:
			end = "here"
		}
		what := f.Rule + " " + start + "-" + end + f.Wrap
		if f.Match != f.Start || f.MatchEnd != f.End {
			what += fmt.Sprintf(" from %d, %d behind", f.Match, f.MatchEnd-f.End)
		}
		out = append(out, what)
	}
	return strings.Join(out, ", ")
}
