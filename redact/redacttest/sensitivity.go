package redacttest

import (
	"fmt"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"

	"jezero/redact"
)

// Text is a text with the head that it has in a golden file.
type Text struct{ Head, In string }

// Golden compares what show says of the texts with a golden file, or writes
// the file. Texts that the file does not have are left alone until it is
// written anew, so that adding one is no fault; fewer than least that were
// compared are.
func Golden(t *testing.T, file string, write bool, show func(in string) string, texts []Text, least int) {
	t.Helper()
	want := map[string]string{}
	if !write {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		head := ""
		for line := range strings.Lines(string(src)) {
			if !strings.HasPrefix(line, "\t") {
				head = strings.TrimSuffix(line, "\n")
				want[head] = ""
			} else {
				want[head] += line
			}
		}
	}
	var b strings.Builder
	compared := 0
	for _, text := range texts {
		w, ok := want[text.Head]
		if !ok && !write {
			continue
		}
		got := show(text.In)
		fmt.Fprintf(&b, "%s\n%s", text.Head, got)
		if compared++; !write && w != got {
			t.Errorf("%s\n%s-update writes the new state once it is looked at", text.Head, differing(w, got))
		}
	}
	if write {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if compared < least {
		t.Errorf("only %d texts compared, want %d", compared, least)
	}
}

// differing lists the lines that only one of two blocks has.
func differing(was, now string) string {
	var b strings.Builder
	for _, side := range []struct{ mark, lines, other string }{{"-", was, now}, {"+", now, was}} {
		for line := range strings.Lines(side.lines) {
			if !strings.Contains("\n"+side.other, "\n"+line) {
				b.WriteString(side.mark + line)
			}
		}
	}
	return b.String()
}

// changes are the ways to change a text at a place; moved is how far what
// stands behind the place moves.
var changes = []struct {
	name   string
	change func(s string, i int) string
	moved  int
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

// longest is how often a byte is repeated at most: further than most bounds.
const longest = 66

// Sensitivities is Golden for what every byte of the texts is worth to a Redactor.
func Sensitivities(t *testing.T, file string, write bool, r *redact.Redactor, texts []Text, least int) {
	t.Helper()
	Golden(t, file, write, func(in string) string { return sensitivity(r.Find, in) }, texts, least)
}

// Judgements is Golden for what every byte of short texts is worth to a
// function that sorts them, such as names by what they hold.
func Judgements(t *testing.T, file string, write bool, judge func(string) string, texts []string, least int) {
	t.Helper()
	var out []Text
	for _, s := range texts {
		out = append(out, Text{Head: fmt.Sprintf("%q", s), In: s})
	}
	Golden(t, file, write, func(in string) string { return judgement(judge, in) }, out, least)
}

// judgement says how a text is judged, and for every way of changing one byte
// the places where that makes another judgement.
func judgement(judge func(string) string, s string) string {
	var b strings.Builder
	base := judge(s)
	fmt.Fprintf(&b, "\tis %s\n", base)
	for _, c := range changes {
		var at effects
		for i := range len(s) {
			what := judge(c.change(s, i))
			if what == base {
				continue
			}
			at.add(what, i)
		}
		at.write(&b, c.name)
	}
	for i := range len(s) {
		if i > 0 && class(s[i]) == class(s[i-1]) {
			continue
		}
		repeated := func(n int) string { return judge(s[:i] + strings.Repeat(s[i:i+1], n) + s[i:]) }
		few, many := repeated(1), repeated(longest)
		if few == many {
			continue
		}
		n := 1 + sort.Search(longest-1, func(k int) bool { return repeated(k+1) != few })
		fmt.Fprintf(&b, "\ttimes %d at %d: %s, many: %s\n", n+1, i, repeated(n), many)
	}
	return b.String()
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
	for _, c := range changes {
		var at effects
		for i := range len(s) {
			changed := c.change(s, i)
			found := find([]byte(changed))
			if slices.Equal(moved(base, i, c.moved, len(changed)), found) {
				continue
			}
			what := spans(moved(found, i+c.moved, -c.moved, len(s)), i)
			at.add(what, i)
		}
		at.write(&b, c.name)
	}
	for i := range len(s) {
		if i > 0 && class(s[i]) == class(s[i-1]) {
			continue
		}
		repeated := func(n int) string {
			return spans(moved(find([]byte(s[:i]+strings.Repeat(s[i:i+1], n)+s[i:])), i+n, -n, len(s)), i)
		}
		few, many := repeated(1), repeated(longest)
		if few == many {
			continue
		}
		n := 1 + sort.Search(longest-1, func(k int) bool { return repeated(k+1) != few })
		fmt.Fprintf(&b, "\ttimes %d at %d: %s", n+1, i, repeated(n))
		if then := repeated(n); then != many {
			fmt.Fprintf(&b, "; many: %s", many)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// effects are what one way of changing a byte brings about, in the order in
// which it was first seen, and where.
type effects struct {
	order  []string
	places map[string][]int
}

func (e *effects) add(what string, at int) {
	if e.places == nil {
		e.places = map[string][]int{}
	}
	if _, ok := e.places[what]; !ok {
		e.order = append(e.order, what)
	}
	e.places[what] = append(e.places[what], at)
}

// write writes a line for each effect.
func (e *effects) write(b *strings.Builder, change string) {
	for _, what := range e.order {
		fmt.Fprintf(b, "\t%s %s: %s\n", change, ranges(e.places[what]), what)
	}
}

// class of a byte: letters, digits and blanks make runs.
func class(c byte) byte {
	switch {
	case c|0x20 >= 'a' && c|0x20 <= 'z':
		return 'a'
	case c >= '0' && c <= '9':
		return '0'
	}
	return c
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
