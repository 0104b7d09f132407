package lab_test

import (
	"context"
	"errors"
	"go/parser"
	"go/token"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"jezero/corpus"
	"jezero/fuzz/lab"
	"jezero/redact/pattern"
)

func run(t *testing.T, p string) *lab.Report {
	t.Helper()
	r, err := lab.Run(context.Background(), lab.Options{Spec: pattern.Spec{Kind: "acme-key", Pattern: p}, Time: 300 * time.Millisecond, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func verdict(r *lab.Report, check string) lab.Verdict {
	for _, c := range r.Checks {
		if c.Name == check {
			return c.Verdict
		}
	}
	return ""
}

func TestGoodPatterns(t *testing.T) {
	for _, p := range []string{
		`acme_[0-9a-f]{32,}`,
		`\bACME-(?:LIVE|TEST)-[A-Z2-7]{26}(?![A-Z2-7])`,
		`(?<![0-9A-Za-z])ak1\.[0-9A-Za-z]{12}\.[0-9A-Za-z_-]{40,}`,
	} {
		r := run(t, p)
		if !r.Good {
			t.Errorf("%s: not good: %+v\n%v", p, r.Checks, r.Failure)
		}
		if !strings.Contains(r.TOML, "[[redaction.extra_patterns]]") {
			t.Errorf("%s: no TOML", p)
		}
	}
}

func TestBadPatterns(t *testing.T) {
	for _, c := range []struct{ name, pattern, check string }{
		{"catastrophic", `tok_(\w+\s?)+!`, "worst case"},
		{"too broad", `[0-9a-f]{32}`, "false alarms"},
		{"wrong boundary", `acme_[0-9a-f]{32}`, "longer tokens"},
		{"one character", `x`, "false alarms"},
		{"digits", `\d{8,}`, "false alarms"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := run(t, c.pattern)
			if r.Good || verdict(r, c.check) != lab.Bad {
				t.Errorf("verdict of %q is %q: %+v", c.check, verdict(r, c.check), r.Checks)
			}
		})
	}
}

// The failing input of a wrong boundary really fails, and is short.
func TestFailureIsShown(t *testing.T) {
	r := run(t, `acme_[0-9a-f]{32}`)
	if f := r.Failure; f == nil || f.Check != "longer tokens" || len(f.Input) > 100 || !strings.Contains(f.Got, "[REDACTED:acme-key]") {
		t.Errorf("failure %+v", f)
	}
}

// A pattern that is endless on its own samples in every dress ends the report
// at once, with the line that shows it.
func TestEndless(t *testing.T) {
	r := run(t, `key=(?:[a-z0-9]+-?)+;$`)
	if r.Good || verdict(r, "worst case") != lab.Bad || verdict(r, "false alarms") != lab.Note {
		t.Errorf("%+v", r.Checks)
	}
	if f := r.Failure; f == nil || f.Check != "worst case" || !strings.Contains(f.Input, "key=") || len(f.Input) > 120 {
		t.Errorf("failure %+v", f)
	}
}

// A false alarm is shown by the smallest part of a harmless line that it needs.
func TestFalseAlarmIsShrunk(t *testing.T) {
	r := run(t, `[0-9]{8,}`)
	if f := r.Failure; f == nil || f.Check != "false alarms" || len(f.Input) != 8 || f.Got != "[REDACTED:acme-key]" {
		t.Errorf("failure %+v, %+v", f, r.Checks)
	}
}

func TestUnusable(t *testing.T) {
	_, err := lab.Run(context.Background(), lab.Options{Spec: pattern.Spec{Kind: "acme-key", Pattern: "a(b"}})
	if !errors.Is(err, lab.ErrUnusable) || !strings.Contains(err.Error(), "missing closing )") {
		t.Errorf("got %v", err)
	}
}

func TestFalseAlarmsOnAFolder(t *testing.T) {
	r, err := lab.Run(context.Background(), lab.Options{
		Spec: pattern.Spec{Kind: "acme-key", Pattern: `acme_[0-9a-f]{8,}`}, Time: time.Second,
		Against: fstest.MapFS{"docs/ids.md": {Data: []byte("the id acme_0123456789 is public")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if verdict(r, "false alarms") != lab.Bad {
		t.Errorf("%+v", r.Checks)
	}
	for _, c := range r.Checks {
		if strings.Contains(c.Detail, "0123456789") {
			t.Error("the report quotes the folder's files")
		}
	}
}

func TestDeterministic(t *testing.T) {
	a, b := run(t, `acme_[0-9a-f]{32,}`), run(t, `acme_[0-9a-f]{32,}`)
	if strings.Join(a.Samples, " ") != strings.Join(b.Samples, " ") {
		t.Error("the same seed makes other samples")
	}
}

// What --emit writes can be used as it is: the rule parses as Go, the cases load.
func TestEmit(t *testing.T) {
	r := run(t, `acme_[0-9a-f]{32,}`)
	code, err := lab.GoRule(r.Spec)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "acme.go", code, 0); err != nil {
		t.Error(err)
	}
	if !strings.Contains(code, `rule.Lit("acme_"), rule.AtLeast(rule.HexLower, 32)`) {
		t.Errorf("shape: %s", code)
	}
	file, err := lab.Cases(r)
	if err != nil {
		t.Fatal(err)
	}
	cases, err := corpus.LoadFS(fstest.MapFS{"acme-key/lab.txt": {Data: []byte(file)}})
	if err != nil || len(cases) < 6 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	if strings.Contains(file, r.Samples[0]) {
		t.Error("a token stands in the file")
	}
	if _, err := lab.GoRule(pattern.Spec{Kind: "acme-key", Pattern: `a(?:b+|c+)d`}); err == nil {
		t.Error("a pattern that is no shape was written as one")
	}
}
