package command

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jezero/redact"
)

// repository is the baseline that CI compares with.
const repository = "../../.ci/eval.tsv"

func evalRun(args ...string) (int, string) {
	var out, errs bytes.Buffer
	c := Command{Args: append([]string{"eval"}, args...), Stdout: &out, Stderr: &errs}
	code := c.Run(context.Background())
	return code, errs.String()
}

// TestGate_Repository runs CI's gate on the redactor as it is and on worse ones.
func TestGate_Repository(t *testing.T) {
	tests := []struct {
		name string
		args []string
		code int
		want []string // in what is said
	}{
		{"as it is", nil, exitClean, nil},
		{"a rule left out", []string{"--disable", "github-pat"}, exitFindings,
			[]string{"github-pat/finds/markdown: a secret survives", "class github-pat: recall"}},
		{"a rule with a name beside it left out", []string{"--disable", "twilio-api-key"}, exitFindings, []string{"class twilio-api-key: recall"}},
		{"takes too much", []string{"--pattern", "word=return"}, exitFindings,
			[]string{"what has to stay is changed", "class harmless-files: "}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, said := evalRun(append(tt.args, "--baseline", repository)...)
			if code != tt.code {
				t.Errorf("exit code %d, want %d: %s", code, tt.code, said)
			}
			for _, w := range tt.want {
				if !strings.Contains(said, w) {
					t.Errorf("%q is not said: %s", w, said)
				}
			}
		})
	}
}

func TestMeasure(t *testing.T) {
	r, err := redact.New()
	if err != nil {
		t.Fatal(err)
	}
	const value = "Xk29fjQmW7vLp3Rt"
	text := "password=" + value + " host=db"
	rows := measure(r, []labelled{
		{ID: "caught", Class: "a", Expect: "secret", Text: text, Secrets: []string{value}, Keep: []string{"host=db"}},
		{ID: "missed", Class: "a", Expect: "secret", Text: text, Secrets: []string{value, "host"}},
		{ID: "one is enough", Class: "a", Expect: "secret", Text: text, Secrets: []string{value, "host"}, Match: "any"},
		{ID: "too much", Class: "a", Expect: "secret", Text: text, Secrets: []string{value}, Keep: []string{value}},
		{ID: "any change", Class: "a", Expect: "secret", Text: text},
		{ID: "clean", Class: "a", Expect: "clean", Text: "host=db"},
		{ID: "changed", Class: "a", Expect: "clean", Text: text},
		{ID: "no class", Expect: "clean", Text: "x"},
	})
	want := []*score{
		{Class: "a", Secret: 5, Caught: 4, Clean: 2, Changed: 2, Missed: []string{"missed"}, Alarmed: []string{"too much", "changed"}},
		{Class: "clean", Clean: 1},
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(&score{Class: "all", Secret: 5, Caught: 4, Clean: 3, Changed: 2}, total(rows)); diff != "" {
		t.Error(diff)
	}
}

func TestCompare(t *testing.T) {
	before := func() []*score {
		return []*score{
			{Class: "a", Secret: 4, Caught: 3, Clean: 4, Changed: 1, Missed: []string{"a/1"}, Alarmed: []string{"a/2"}},
			{Class: "b", Secret: 2, Caught: 2},
		}
	}
	tests := []struct {
		name          string
		change        func(rows []*score) []*score
		worse, better []string
	}{
		{"nothing", func(rows []*score) []*score { return rows }, nil, nil},
		{"a new class", func(rows []*score) []*score { return append(rows, &score{Class: "c", Clean: 1}) }, nil, nil},
		{"a wrong case in a new class", func(rows []*score) []*score {
			return append(rows, &score{Class: "c", Secret: 1, Missed: []string{"c/1"}})
		}, []string{"c/1: a secret survives"}, nil},
		{"more cases", func(rows []*score) []*score { rows[1].Secret, rows[1].Caught = 3, 3; return rows }, nil, nil},
		{"a case missed", func(rows []*score) []*score {
			rows[1].Caught, rows[1].Missed = 1, []string{"b/1"}
			return rows
		}, []string{"b/1: a secret survives", "class b: recall 50.0 %, was 100.0 %"}, nil},
		{"a clean case changed", func(rows []*score) []*score {
			rows[0].Changed, rows[0].Alarmed = 2, []string{"a/2", "a/3"}
			return rows
		}, []string{"a/3: what has to stay is changed", "class a: 50.0 % of the clean cases changed, were 25.0 %"}, nil},
		{"another case missed", func(rows []*score) []*score { rows[0].Missed = []string{"a/4"}; return rows },
			[]string{"a/4: a secret survives"}, []string{"a/1 is right now, or gone"}},
		{"a case mended", func(rows []*score) []*score { rows[0].Caught, rows[0].Missed = 4, nil; return rows },
			nil, []string{"a/1 is right now, or gone"}},
		{"a case with a secret taken away", func(rows []*score) []*score { rows[1].Secret, rows[1].Caught = 1, 1; return rows },
			[]string{"class b: 1 cases with a secret and 0 clean ones, were 2 and 0"}, nil},
		{"a clean case taken away", func(rows []*score) []*score { rows[0].Clean = 3; return rows },
			[]string{"class a: 33.3 % of the clean cases changed, were 25.0 %", "class a: 4 cases with a secret and 3 clean ones, were 4 and 4"}, nil},
		{"a class taken away", func(rows []*score) []*score { return rows[:1] }, []string{"class b: its cases are gone"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, err := parseBaseline(string(formatBaseline(before())))
			if err != nil {
				t.Fatal(err)
			}
			worse, better := compare(b, tt.change(before()))
			if diff := cmp.Diff(tt.worse, worse); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.better, better); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseBaseline_Errors(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"empty", "", "1: no class"},
		{"only remarks", "# a\n\n", "1: no class"},
		{"too few columns", "a\t1\t1\t1\n", "1: want class"},
		{"no class", "\t1\t1\t1\t1\n", "1: want class"},
		{"wrong without a case", "a\t1\t1\t1\t1\nwrong\t\n", "2: want class"},
		{"no count", "# x\na\t1\t-1\t1\t1\n", "2: column 3 is no count"},
		{"empty count", "a\t1\t1\t1\t\n", "1: column 5 is no count"},
		{"long count", "a\t1234567890\t1\t1\t1\n", "1: column 2 is no count"},
		{"twice", "a\t1\t1\t1\t1\na\t1\t1\t1\t1\n", "2: the class stands there twice"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := parseBaseline(tt.src); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("error = %v, want %q", err, tt.want)
			}
		})
	}
}

// What a baseline says is what is written again, and reading never panics.
func FuzzEvalBaseline(f *testing.F) {
	f.Add("a\t4\t3\t4\t1\nwrong\ta/1\n")
	f.Add("# x\nwrong\t1\t1\t1\t1\n")
	f.Add("a\t1\t1\t1\n\t\t\n")
	f.Fuzz(func(t *testing.T, src string) {
		b, err := parseBaseline(src)
		if err != nil {
			return
		}
		var rows []*score
		for _, s := range b.classes {
			rows = append(rows, &s)
		}
		slices.SortFunc(rows, func(a, b *score) int { return strings.Compare(a.Class, b.Class) })
		for id := range b.wrong {
			rows[0].Missed = append(rows[0].Missed, id)
		}
		again, err := parseBaseline(string(formatBaseline(rows)))
		if err != nil {
			t.Fatalf("what was written is not read: %v", err)
		}
		if diff := cmp.Diff(b, again, cmp.AllowUnexported(baseline{})); diff != "" {
			t.Error(diff)
		}
	})
}
