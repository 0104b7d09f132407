package output

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"jezero/privacycheck"
)

var update = flag.Bool("update", false, "write the golden files")

// sample is a report with one of everything.
func sample() *privacycheck.Report {
	return &privacycheck.Report{
		Mode: "tracked", Version: "0123456789abcdef",
		Findings: []privacycheck.Finding{
			{Rule: "private-address", Group: "address", Title: "address in a private network", Place: privacycheck.InFile, Path: "docs/a b:c,%.md", Line: 3, Column: 12, EndLine: 3, EndColumn: 24,
				Excerpt: "peer = http://*****/ <b>", CaretStart: 14, CaretLen: 5, Print: "aa00"},
			{Rule: "home-path", Group: "path", Title: "home folder that names an account", Place: privacycheck.InSymlink, Path: "docs/link", Line: 1, Column: 1, EndLine: 1, EndColumn: 14,
				Excerpt: "/home/*****/src", CaretStart: 0, CaretLen: 11, Print: "aa01"},
			{Rule: "denylist", Group: "denylist", Title: "term of the private denylist", Place: privacycheck.InName, Path: "src/*****-plan.md", PathMasked: true,
				Excerpt: "src/*****-plan.md", CaretStart: 4, CaretLen: 5, Print: "aa02"},
			{Rule: "private-key", Group: "credential", Title: "Private key", Place: privacycheck.InFile, Path: "src/key.go", Line: 10, Column: 7, EndLine: 14, EndColumn: 26,
				Excerpt: "K = `*****", CaretStart: 5, CaretLen: 5, Confidence: "certain", Print: "aa03",
				Holders: []privacycheck.Holder{{Commit: strings.Repeat("ab", 20), Path: "src/key.go"}}, MoreHeld: 2},
			{Rule: "home-path", Group: "path", Title: "home folder that names an account", Place: privacycheck.InMessage, Path: "commit 0123456789ab", Line: 1, Column: 5, EndLine: 1, EndColumn: 18,
				Excerpt: "see /home/*****/notes", CaretStart: 4, CaretLen: 11, Print: "aa04"},
		},
		Skips: []privacycheck.Skip{
			{Path: "lost.txt", Reason: "cannot be read: the object is missing from the repository"},
			{Path: "image.png", Reason: "binary", Expected: true},
			{Path: "vendor/sub", Reason: "submodule: check it in its own repository", Expected: true},
		},
		Warnings: []privacycheck.Warning{
			{Path: "a.txt", Line: 4, Text: "unused marker: nothing here needs it"},
			{Text: "baseline: 1 credential entries are stale; run `privacy_check baseline update`"},
		},
		Notes: []string{"this clone is shallow: commits beyond its edge were not seen"},
		Stats: privacycheck.Stats{Files: 120, Names: 123, Messages: 1, Bytes: 1_234_567, Commits: 7, Allowed: 1, Marked: 2, Baselined: 3, Unchanged: 4, Elapsed: 1234 * time.Millisecond},
	}
}

func catalog() *privacycheck.Catalog {
	return privacycheck.NewCatalog(func() []privacycheck.Rule {
		return []privacycheck.Rule{{ID: "private-key", Title: "Private key", Why: "Whoever has the private key is its owner. Make a new pair."}}
	})
}

func TestGolden(t *testing.T) {
	clean := &privacycheck.Report{Mode: "staged", Target: "added lines", Denylist: privacycheck.DenylistState{From: ".privacy-denylist", Terms: 3},
		Stats: privacycheck.Stats{Files: 2, Names: 2, Bytes: 300, Elapsed: 8 * time.Millisecond}}
	for _, name := range Names() {
		for _, tt := range []struct {
			name string
			rep  *privacycheck.Report
			o    Options
		}{
			{"findings", sample(), Options{}},
			{"clean", clean, Options{}},
			{"colour", sample(), Options{Color: true}},
		} {
			if tt.o.Color && name != "text" {
				continue
			}
			t.Run(name+"/"+tt.name, func(t *testing.T) {
				tt.o.Catalog, tt.o.Version = catalog(), "v0"
				write, _ := Lookup(name)
				var got bytes.Buffer
				if err := write(&got, tt.rep, tt.o); err != nil {
					t.Fatal(err)
				}
				golden := filepath.Join("testdata", tt.name+"."+name)
				if *update {
					if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(golden)
				if err != nil {
					t.Fatalf("%v; run with -update", err)
				}
				if d := cmp.Diff(string(want), got.String()); d != "" {
					t.Error(d)
				}
			})
		}
	}
}

// Every writer must pass an error of its output on.
func TestWriteErrors(t *testing.T) {
	for _, name := range Names() {
		write, _ := Lookup(name)
		if err := write(full{}, sample(), Options{Catalog: catalog()}); err == nil {
			t.Errorf("%s: a full disk is no error", name)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, os.ErrClosed }

// Text fits into 80 columns where paths let it, and quiet says nothing when
// nothing is to be said.
func TestText(t *testing.T) {
	write, _ := Lookup("text")
	var out bytes.Buffer
	if err := write(&out, sample(), Options{Catalog: catalog()}); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(out.String(), "\n") {
		if n := len([]rune(line)); n > 80 && !strings.HasPrefix(line, "not scanned") && !strings.HasPrefix(line, "privacy_check ") && !strings.HasPrefix(line, "warning") {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	out.Reset()
	quiet := &privacycheck.Report{Mode: "staged", Stats: privacycheck.Stats{Files: 1, Bytes: 1}}
	if err := write(&out, quiet, Options{Catalog: catalog(), Quiet: true}); err != nil {
		t.Fatal(err)
	}
	if out.Len() > 0 {
		t.Errorf("quiet says %q", out.String())
	}
}
