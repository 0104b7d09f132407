package redact_test

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"jezero/corpus"
	"jezero/redact"
	"jezero/redact/internal/detect"
	"jezero/redact/rules"
)

func loadCorpus(t testing.TB) []corpus.Case {
	t.Helper()
	cases, err := corpus.Load()
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) < 3000 {
		t.Fatalf("only %d cases", len(cases))
	}
	return cases
}

// knownWrong are the cases that the baseline of redact eval names: true, and
// not yet judged right.
func knownWrong(t testing.TB) map[string]bool {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("..", ".ci", "eval.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for line := range strings.Lines(string(src)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "wrong\t"); ok {
			known[name] = true
		}
	}
	return known
}

// wrong reports what redact eval counts: a secret of the case survives in out,
// what it keeps does not, or a byte of a clean one changed.
func wrong(c corpus.Case, out string) bool {
	if c.Expect == corpus.Clean {
		return out != c.Text
	}
	return slices.ContainsFunc(c.Secrets, func(s string) bool { return strings.Contains(out, s) }) ||
		slices.ContainsFunc(c.Keep, func(k string) bool { return !strings.Contains(out, k) })
}

// TestCorpus runs every labelled case: the secrets go, each named by its rule,
// and every other byte stays. JZ-39, JZ-41; the cases name further promises.
// What the baseline names as wrong has to be wrong, so that it is taken out
// when it is not.
func TestCorpus(t *testing.T) {
	r := newRedactor(t)
	known := knownWrong(t)
	for _, c := range loadCorpus(t) {
		src := []byte(c.Text)
		out := string(r.Bytes(src))
		if again := r.String(out); again != out {
			t.Errorf("%s:%d: %s: not idempotent:\n%s\n%s", c.File, c.Line, c.Name, out, again)
		}
		if known[c.Name] {
			delete(known, c.Name)
			if !wrong(c, out) {
				t.Errorf("%s:%d: %s: right, and .ci/eval.tsv names it as wrong", c.File, c.Line, c.Name)
			}
			continue
		}
		if c.Expect == corpus.Clean {
			if out != c.Text {
				t.Errorf("%s:%d: %s: changed, wants it clean:\n%s", c.File, c.Line, c.Name, out)
			}
			continue
		}
		for _, s := range c.Secrets {
			if strings.Contains(out, s) {
				t.Errorf("%s:%d: %s: secret survives", c.File, c.Line, c.Name)
			}
		}
		if !onlySecretsGone(c, out) {
			t.Errorf("%s:%d: %s: more or less than the secrets went:\n%s", c.File, c.Line, c.Name, out)
		}
		if c.Rule != "" && !slices.ContainsFunc(r.Find(src), func(f redact.Finding) bool {
			return f.Rule == c.Rule || slices.Contains(c.Synonyms, f.Rule)
		}) {
			t.Errorf("%s:%d: %s: no finding of its rule, but %v", c.File, c.Line, c.Name, ruleIDs(r.Find(src)))
		}
	}
	for name := range known {
		t.Errorf(".ci/eval.tsv names %s as wrong, and there is no such case", name)
	}
}

func ruleIDs(fs []redact.Finding) (ids []string) {
	for _, f := range fs {
		ids = append(ids, f.Rule)
	}
	return ids
}

// onlySecretsGone reports whether out is the text with each secret replaced by
// one placeholder, which has quotes in the place of an unquoted JSON number.
func onlySecretsGone(c corpus.Case, out string) bool {
	want := regexp.QuoteMeta(c.Text)
	secrets := slices.Clone(c.Secrets)
	slices.SortFunc(secrets, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	for _, s := range secrets {
		placeholder := `\[REDACTED:[a-z0-9-]+\]`
		if c.Dress == "json" && strings.Trim(s, "0123456789") == "" {
			placeholder = `"` + placeholder + `"`
		}
		want = strings.ReplaceAll(want, regexp.QuoteMeta(s), placeholder)
	}
	return regexp.MustCompile(`\A` + want + `\z`).MatchString(out)
}

// TestCorpus_EveryRule fails when a rule has too few cases, and when a folder
// of cases belongs to no rule.
func TestCorpus_EveryRule(t *testing.T) {
	type key struct {
		rule   string
		expect corpus.Expect
	}
	count := map[key]int{}
	for _, c := range loadCorpus(t) {
		count[key{c.Rule, c.Expect}]++
	}
	known := map[string]bool{}
	for _, r := range rules.All() {
		known[r.ID] = true
		for _, e := range []corpus.Expect{corpus.Secret, corpus.Clean} {
			if n := count[key{r.ID, e}]; n < 3 {
				t.Errorf("%s: %d cases that are %s, wants 3", r.ID, n, e)
			}
		}
	}
	for _, r := range detect.Rules() {
		known[r.ID] = true
	}
	for k := range count {
		if k.rule != "" && !known[k.rule] {
			t.Errorf("cases of %q, which is no rule", k.rule)
		}
	}
}

// TestCorpus_HandWritten fails when a rule has fewer than three dresses or
// three near misses that somebody wrote by hand from the issuer's facts: those
// stand in hand.txt, what was made from a recipe in finds.txt and keeps.txt.
// Equal texts but for the values would show that a recipe wrote them.
func TestCorpus_HandWritten(t *testing.T) {
	type key struct {
		rule   string
		expect corpus.Expect
	}
	count := map[key]int{}
	frames := map[string]string{}
	for _, c := range loadCorpus(t) {
		folder, file, _ := strings.Cut(c.File, "/")
		if file != "hand.txt" {
			continue
		}
		count[key{folder, c.Expect}]++
		frame := c.Text
		for _, v := range slices.Concat(c.Secrets, c.Keep) {
			frame = strings.ReplaceAll(frame, v, "…")
		}
		if before, ok := frames[frame]; ok {
			t.Errorf("%s:%d: %s: reads like %s", c.File, c.Line, c.Name, before)
		}
		frames[frame] = c.Name
	}
	for _, r := range slices.Concat(rules.All(), detect.Rules()) {
		for _, e := range []corpus.Expect{corpus.Secret, corpus.Clean} {
			if n := count[key{r.ID, e}]; n < 3 {
				t.Errorf("%s: %d cases in hand.txt that are %s, wants 3", r.ID, n, e)
			}
		}
	}
}

// TestCorpus_Benign runs the harmless files: not a byte changes. JZ-30…38.
func TestCorpus_Benign(t *testing.T) {
	r := newRedactor(t)
	files := corpus.Benign()
	n := 0
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		src, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		n++
		for _, f := range r.Find(src) {
			line := 1 + strings.Count(string(src[:f.Start]), "\n")
			t.Errorf("%s:%d: %s found in a harmless file: %q", name, line, f.Rule, f.In(src))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < 40 {
		t.Errorf("only %d harmless files", n)
	}
}
