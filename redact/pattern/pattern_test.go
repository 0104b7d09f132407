package pattern

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"jezero/corpus"
)

func TestGate(t *testing.T) {
	for _, c := range []struct {
		pattern, want string
		fold          bool
	}{
		{`acme_[0-9a-f]{32}`, "acme_", false},
		{`\bacme_[0-9a-f]{32}\b`, "acme_", false},
		{`(?i)acme_[0-9a-f]{32}`, "acme_", true},
		{`(?:live|test)_[0-9]{4}-zz`, "-zz", false},
		{`x(abc)?defg`, "defg", false},
		{`x(abc)+d`, "abc", false},
		{`[0-9a-f]{32}`, "", false},
		{`foo|barbaz`, "", false},
		{`a{5}b`, "aaaaab", false},
		{`(?=secret)x[0-9]+`, "x", false},
		{"abc\ufffdd", "abc", false}, // matches abc\xffd, too
		{`(?i)task`, "ta", true},     // s and k have a third case outside ASCII
	} {
		ps, err := Compile([]Spec{{Kind: "k", Pattern: c.pattern}})
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		got, fold := ps[0].Gate()
		if len(c.want) < minGate {
			c.want, c.fold = "", false
		}
		if got != c.want || fold != c.fold {
			t.Errorf("%s: gate %q fold %v, want %q %v", c.pattern, got, fold, c.want, c.fold)
		}
	}
}

// JZ-27
func TestCompileReportsEveryBadPatternWithItsIndex(t *testing.T) {
	_, err := Compile([]Spec{
		{Kind: "good", Pattern: "abcd[0-9]+"},
		{Kind: "Bad Kind", Pattern: "abcd"},
		{Kind: "x", Pattern: "a(b"},
		{Kind: "x", Pattern: "a*"},
		{Kind: "x", Pattern: "abc(d)", Group: "2"},
		{Kind: "x", Pattern: "abcd", Literal: "a"},
		{Kind: "x", Pattern: "abcd", Literal: "a\nbc"},
		{Kind: "x"},
		{Kind: "x", Pattern: "ab\xffcd"},
	})
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		t.Fatalf("got %v", err)
	}
	type at struct {
		Index int
		Field string
	}
	var got []at
	for _, e := range joined.Unwrap() {
		var pe *Error
		if !errors.As(e, &pe) {
			t.Fatalf("%T is no *Error", e)
		}
		got = append(got, at{pe.Index, pe.Field})
	}
	want := []at{{1, "kind"}, {2, "pattern"}, {3, "pattern"}, {4, "group"}, {5, "literal"}, {6, "literal"}, {7, "pattern"}, {8, "pattern"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if !strings.Contains(err.Error(), "extra_patterns[2].pattern: missing closing )") {
		t.Errorf("message: %v", err)
	}
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		name, pattern, group, line string
		want                       []string
	}{
		{"whole", `acme_[0-9a-f]{4}`, "", "é acme_12ab, acme_34cd", []string{"acme_12ab", "acme_34cd"}},
		{"group by number", `key=(\w+)`, "1", "key=abc key=def", []string{"abc", "def"}},
		{"group by name", `key=(?<v>\w+)`, "v", "\xffé key=abc", []string{"abc"}},
		{"group that took no part", `key=(x)?y`, "1", "key=y", nil},
		{"lookbehind", `(?<=id )\d{4}`, "", "id 1234 no 5678", []string{"1234"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ps, err := Compile([]Spec{{Kind: "k", Pattern: c.pattern, Group: c.group}})
			if err != nil {
				t.Fatal(err)
			}
			rs, err := ps[0].Find([]byte(c.line), nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range rs {
				got = append(got, c.line[r[0]:r[1]])
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// A pattern that backtracks without end is stopped, and the error, unlike
// regexp2's, holds no byte of the line.
func TestFindStopsCatastrophe(t *testing.T) {
	ps, err := Compile([]Spec{{Kind: "k", Pattern: `^(\w+\s?)+$`}})
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Repeat("a", 60) + "!"
	began := time.Now()
	_, err = ps[0].Find([]byte(line), nil)
	if !errors.Is(err, ErrTimeout) {
		t.Fatalf("got %v", err)
	}
	if strings.Contains(err.Error(), "aaaa") {
		t.Error("the error holds the line")
	}
	if d := time.Since(began); d > 10*time.Second {
		t.Errorf("took %v", d)
	}
}

// Whatever line a pattern matches holds its gate: false negatives never.
func FuzzGateStandsInEveryMatch(f *testing.F) {
	patterns := []string{`acme_[0-9a-f]{4}`, `(?i)ac[mn]e-key(\d+)`, `x(abc)?defg|x1defg`, `\bab{2,3}cde+f`, `(?i)task_k[a-c]+`, `(?<=v=)[a-z]{3}qq`}
	var specs []Spec
	for _, p := range patterns {
		specs = append(specs, Spec{Kind: "k", Pattern: p})
	}
	ps, err := Compile(specs)
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{"acme_12ab", "ACNE-KEY7", "xabcdefg", "abbcdeef", "ta\u017fk_\u212aab", "v=abcqq", "\xff"} {
		f.Add(s)
	}
	for _, c := range corpus.Sample(31) {
		f.Add(c.Text)
	}
	f.Fuzz(func(t *testing.T, line string) {
		for _, p := range ps {
			rs, err := p.Find([]byte(line), nil)
			if err != nil {
				continue
			}
			gate, fold := p.Gate()
			hay := line
			if fold {
				hay = lowerASCII(line)
			}
			if len(rs) > 0 && !strings.Contains(hay, gate) {
				t.Errorf("pattern %s matches without its gate %q", p.spec.Pattern, gate)
			}
			for _, r := range rs {
				if r[0] < 0 || r[1] > len(line) || r[0] >= r[1] {
					t.Errorf("pattern %s: range %v of %d bytes", p.spec.Pattern, r, len(line))
				}
			}
		}
	})
}

// FuzzSpec gives any text as a pattern. It is refused with an *Error that
// names its index and field, or it works: a match is not empty, lies in the
// line, holds the gate, and is found again.
func FuzzSpec(f *testing.F) {
	for _, p := range []string{`acme_[0-9a-f]{4}`, `(a(b)c)+`, `(?<n>x+)-(?<m>y)`, `[`, `a{2,1}`, `(?#c)`, `\`, `(?i)ſtraße`, `^$`, `(?=a)b`, `\1(a)`, "a\nb", `(?>a+)b`, `\p{Lu}{3}`, `[^\x00-\xff]+`, "\xff"} {
		f.Add(p, "", "", "x acme_12ab abc xx-y ABC")
		f.Add(p, "acme", "1", "acme acme")
	}
	for _, c := range corpus.Sample(61) {
		if len(c.Secrets) > 0 { // a credential as it is, put in the place of a pattern
			line, _, _ := strings.Cut(c.Text, "\n")
			f.Add(c.Secrets[0], "", "", line)
		}
	}
	f.Fuzz(func(t *testing.T, pattern, literal, group, line string) {
		if len(pattern) > 64 || len(line) > 256 || strings.Contains(line, "\n") {
			return
		}
		ps, err := Compile([]Spec{{Kind: "first", Pattern: "abcd"}, {Kind: "k", Pattern: pattern, Literal: literal, Group: group}})
		if err != nil {
			var pe *Error
			if !errors.As(err, &pe) || pe.Index != 1 || pe.Field == "" {
				t.Fatalf("refused as %v", err)
			}
			return
		}
		p := ps[1]
		rs, err := p.Find([]byte(line), nil)
		if err != nil {
			return // out of time
		}
		gate, fold := p.Gate()
		hay := line
		if fold {
			hay = lowerASCII(line)
		}
		for _, r := range rs {
			if r[0] < 0 || r[1] > len(line) || r[0] >= r[1] {
				t.Errorf("range %v of %d bytes", r, len(line))
			}
		}
		if len(rs) > 0 && literal == "" && !strings.Contains(hay, gate) {
			t.Errorf("pattern %q matches without its gate %q", pattern, gate)
		}
		if again, err := p.Find([]byte(line), nil); err == nil {
			if d := cmp.Diff(rs, again); d != "" {
				t.Error(d)
			}
		}
	})
}
