package summarize

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"jezero/server"
)

var update = flag.Bool("update", false, "write the golden files anew")

// dialogue reads a file of "> user", "$ tool" and plain assistant paragraphs.
func dialogue(t *testing.T, path string) *server.Segment {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	seg := &server.Segment{Project: "kestrel"}
	for _, turn := range strings.Split(strings.TrimSpace(string(b)), "\n---\n") {
		role, text := "assistant", turn
		if rest, ok := strings.CutPrefix(turn, "title: "); ok {
			seg.Title = rest
			continue
		}
		if rest, ok := strings.CutPrefix(turn, "user: "); ok {
			role, text = "user", rest
		} else if rest, ok := strings.CutPrefix(turn, "tool: "); ok {
			role, text = "tool", rest
		}
		seg.Turns = append(seg.Turns, server.Turn{Role: role, Text: text})
	}
	return seg
}

func TestExtractive_Golden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 4 {
		t.Fatalf("found %d dialogues: %v", len(files), err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			sum, usage, err := Extractive{}.Summarize(context.Background(), dialogue(t, f))
			if err != nil || usage != (server.Usage{}) {
				t.Fatal(usage, err)
			}
			var buf bytes.Buffer
			enc := json.NewEncoder(&buf)
			enc.SetEscapeHTML(false)
			enc.SetIndent("", "  ")
			if err := enc.Encode(sum); err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(f, ".txt") + ".golden.json"
			if *update {
				if err := os.WriteFile(golden, buf.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), buf.String()); diff != "" {
				t.Errorf("(-want +got; -update writes it)\n%s", diff)
			}
		})
	}
}

func TestSplitSentences(t *testing.T) {
	for in, want := range map[string][]string{
		"One. Two! Three?":                         {"One.", "Two!", "Three?"},
		"See main.go and v1.2.3 of the lib. Done.": {"See main.go and v1.2.3 of the lib.", "Done."},
		"Use e.g. Redis. Fine.":                    {"Use e.g. Redis.", "Fine."},
		"`a. B` stays. Next.":                      {"`a. B` stays.", "Next."},
		"it fails. i think it is dns. no idea why": {"it fails.", "i think it is dns.", "no idea why"},
		"(It works.) Good.":                        {"(It works.)", "Good."},
		"":                                         nil,
	} {
		if diff := cmp.Diff(want, splitSentences(in)); diff != "" {
			t.Errorf("%q: %s", in, diff)
		}
	}
}

func FuzzExtractive(f *testing.F) {
	f.Add("user", "Fix it. Because `x` fails?", "```\ncode\n``` We'll use B instead of A.", "Edit: a/b.go")
	f.Add("tool", "- \n1. \n# \n| a |", "](", "[REDACTED:x] [REDACTED")
	f.Fuzz(func(t *testing.T, role, a, b, c string) {
		seg := &server.Segment{Title: c, Turns: []server.Turn{{Role: role, Text: a}, {Role: "assistant", Text: b}, {Role: "tool", Text: c}, {Role: "user", Text: b}}}
		sum, _, err := Extractive{}.Summarize(context.Background(), seg)
		if err != nil || sum.Title == "" || sum.Summary == "" || sum.Questions == nil || sum.Atoms == nil {
			t.Fatalf("%+v %v", sum, err)
		}
		if utf8.ValidString(a) && utf8.ValidString(b) && utf8.ValidString(c) {
			for _, s := range append(append([]string{sum.Title, sum.Summary}, sum.Questions...), sum.Atoms...) {
				if !utf8.ValidString(s) {
					t.Errorf("%q", s)
				}
			}
		}
		if len(sum.Title) > 100 || len(sum.Summary) > 8000 {
			t.Errorf("%d and %d bytes", len(sum.Title), len(sum.Summary))
		}
	})
}

// A sentence that begins with the label's word is not labelled twice.
func TestUnlabelled(t *testing.T) {
	for _, c := range []struct{ label, sentence, want string }{
		{"Decided", "Decision: raise the limit.", "raise the limit."},
		{"Decided", "Decided: raise the limit.", "raise the limit."},
		{"Decided", "We decided to raise the limit.", "We decided to raise the limit."},
		{"Changed", "Changed config/db.toml.", "config/db.toml."},
		{"Changed", "Changedir is fixed.", "Changedir is fixed."},
		{"Asked", "Decision: which of them?", "Decision: which of them?"},
	} {
		if got := unlabelled(c.label, c.sentence); got != c.want {
			t.Errorf("%s, %q: got %q, want %q", c.label, c.sentence, got, c.want)
		}
	}
}
