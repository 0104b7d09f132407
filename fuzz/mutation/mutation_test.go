package main

import (
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Each construct gives its faults, and every fault gives a file that parses.
func TestMutants(t *testing.T) {
	tests := []struct{ name, src, line string }{
		{"comparison", "func f(a, b int) bool { return a < b }", "< becomes <=|< becomes >=|returns !(a < b)"},
		{"equality", "func f(a int) { for a == 7 {} }", "== becomes !=|7 becomes 8|7 becomes 6|loop never entered"},
		{"condition", "func f(a bool) { if !a { return } }", "condition turned round|! left out"},
		{"logic", "func f(a, b bool) bool { return a && true || b }", "&& becomes |||returns"},
		{"numbers", "const limit = 0x10 << 2", "0x10 becomes 17|0x10 becomes 15|<< becomes >>|2 becomes 3|2 becomes 1"},
		{"nought", "const none = 0", "0 becomes 1"},
		{"statements", "func f(a int) { a++; g(); a = 3; a += 2 }", "++ becomes --|++ left out|call left out|assignment left out|+= becomes -=|assignment left out"},
		{"results", "func f() (int, string, error) { return 1, \"a\", x }", "returns (1) + 1|returns \"\"|returns nil"},
		{"results of a function in a function", "func f() int { g := func() bool { return ok() }; return h(g) }", "returns !(ok())|returns (h(g)) + 1"},
		{"data is left alone", "var table = []int{1, 2, 3}", ""},
		{"texts are left alone", "func f() { g(\"a\" , 'b', 1.5) }", "call left out"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := []byte("package p\n\n" + tt.src + "\n")
			ms, err := mutants("p.go", src)
			if err != nil {
				t.Fatal(err)
			}
			var whats []string
			for _, m := range ms {
				whats = append(whats, m.What)
				out := m.apply(src)
				if _, err := parser.ParseFile(token.NewFileSet(), "p.go", out, 0); err != nil {
					t.Errorf("%s: %v\n%s", m.What, err, out)
				}
				if string(out) == string(src) || m.Line != 3 {
					t.Errorf("%s changes nothing, or stands in line %d", m.What, m.Line)
				}
			}
			for _, w := range split(tt.line) {
				if !slices.ContainsFunc(whats, func(what string) bool { return len(what) >= len(w) && what[:len(w)] == w }) {
					t.Errorf("%q is missing: %q", w, whats)
				}
			}
			if tt.line == "" && len(ms) > 0 {
				t.Errorf("%q", whats)
			}
		})
	}
}

// split parts a list at its single bars; "|||" holds the operator.
func split(s string) (out []string) {
	for s != "" {
		i := 0
		for i < len(s) && (s[i] != '|' || i+2 < len(s) && s[i+1] == '|') {
			if s[i] == '|' {
				i++
			}
			i++
		}
		out, s = append(out, s[:i]), s[min(len(s), i+1):]
	}
	return out
}

// TestRunner runs mutants of a module with one package and one test.
func TestRunner(t *testing.T) {
	dir := t.TempDir()
	const src = "package p\n\nconst seven = 7\n\nfunc Max(a, b int) int {\n\tif a > b {\n\t\treturn a\n\t}\n\treturn b\n}\n\nfunc Down(n int) {\n\tfor n > 0 {\n\t\tn--\n\t}\n}\n"
	for name, text := range map[string]string{
		"go.mod":    "module m\n\ngo 1.26\n",
		"p.go":      src,
		"p_test.go": "package p\n\nimport \"testing\"\n\nfunc TestMax(t *testing.T) {\n\tif Max(1, 2) != 2 || Max(2, 1) != 2 {\n\t\tt.Fatal()\n\t}\n\tif Down(3); seven != 7 {\n\t\tt.Fatal()\n\t}\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := newRunner(dir, "m", t.TempDir(), []string{"."}, time.Second)
	r.env = append(r.env, "GOFLAGS=")
	ms, err := mutants("p.go", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	ms = append(ms, mutant{File: "p.go", Start: strings.Index(src, "a > b"), End: strings.Index(src, "a > b") + 1, New: "what", What: "broken", InFunc: true})
	chosen := map[int]mutant{}
	for i, m := range ms {
		if slices.Contains([]string{"> becomes >=", "condition turned round", "-- left out", "returns (a) + 1", "7 becomes 8", "broken"}, m.What) {
			chosen[i+1] = m
		}
	}
	laid := maps.Clone(chosen)
	maps.DeleteFunc(laid, func(_ int, m mutant) bool { return !m.InFunc })
	bad, err := r.build(t.Context(), laid)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.measure(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := map[string]verdict{}
	for n, m := range chosen {
		v := invalid
		if !bad[n] {
			if v, _, err = r.try(t.Context(), &m, n); err != nil {
				t.Fatal(err)
			}
		}
		got[m.What] = v
	}
	want := map[string]verdict{"> becomes >=": survived, "condition turned round": killed, "-- left out": timedOut, "returns (a) + 1": killed, "broken": invalid, "7 becomes 8": killed}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if after, err := os.ReadFile(filepath.Join(dir, "p.go")); err != nil || string(after) != src {
		t.Error("the file was touched")
	}
	tb := table{}
	for _, v := range []verdict{killed, killed, timedOut, survived, invalid} {
		tb.add("redact", v)
	}
	if tb.ran() != 4 || tb.share() != 0.75 {
		t.Errorf("%d ran, %v killed", tb.ran(), tb.share())
	}
}
