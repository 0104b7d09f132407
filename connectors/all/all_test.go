package all

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"jezero/connectors"
)

// JZ-158: an agent is a folder and one line here; a folder without its line
// is not reachable.
func TestAgents_EveryFolderIsListed(t *testing.T) {
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	others := map[string]bool{"all": true, "connectortest": true, "device": true, "project": true, "sqlitestore": true, "testdata": true}
	source, err := os.ReadFile("all.go")
	if err != nil {
		t.Fatal(err)
	}
	folders := 0
	for _, e := range entries {
		if !e.IsDir() || others[e.Name()] {
			continue
		}
		folders++
		if !strings.Contains(string(source), "\t\t"+e.Name()+".New(),\n") {
			t.Errorf("connectors/%s is not in all.go", e.Name())
		}
	}
	if n := len(Agents()); n != folders || n == 0 {
		t.Errorf("%d agents, %d folders", n, folders)
	}
}

func TestAgents_IDs(t *testing.T) {
	id := regexp.MustCompile(`\A[a-z][a-z0-9-]*\z`)
	seen := map[string]bool{}
	for _, a := range Agents() {
		if seen[a.ID()] || !id.MatchString(a.ID()) {
			t.Errorf("id %q is taken or not in form", a.ID())
		}
		seen[a.ID()] = true
		if got, ok := Agent(a.ID()); !ok || got.ID() != a.ID() {
			t.Errorf("Agent(%q) does not find it", a.ID())
		}
	}
	if _, ok := Agent("none"); ok {
		t.Error("Agent finds one that does not exist")
	}
}

// Roots never depend on where the process stands, and an empty environment
// does not lead to the root of the disk.
func TestAgents_Roots(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	for _, goos := range []string{"linux", "darwin", "windows"} {
		for _, a := range Agents() {
			for _, r := range a.Roots(connectors.Env{Home: home, Getenv: func(string) string { return "" }, GOOS: goos}) {
				if !strings.HasPrefix(r, home) {
					t.Errorf("%s on %s: root %q is not below the home folder", a.ID(), goos, r)
				}
			}
		}
	}
}

// Where the table of the design is at hand, ids and layouts are its.
func TestAgents_UploadPathTable(t *testing.T) {
	f, err := os.Open(filepath.Join("..", "..", "..", "shared", "formats", "path-regexes.tsv"))
	if err != nil {
		t.Skip("the design's table is not here")
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows)-1 != len(Agents()) {
		t.Errorf("%d rows, %d agents", len(rows)-1, len(Agents()))
	}
	for _, row := range rows[1:] {
		a, ok := Agent(row[0])
		if !ok {
			t.Errorf("no agent %q", row[0])
			continue
		}
		re := regexp.MustCompile(row[1])
		samples := filepath.Join("..", "..", "..", "shared", "formats", "samples", a.ID())
		n := 0
		err := filepath.WalkDir(samples, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			n++
			rel, err := filepath.Rel(samples, path)
			if err != nil {
				return err
			}
			rel = filepath.ToSlash(rel)
			for _, p := range []string{rel, "x/" + rel, rel + "x", strings.ToUpper(rel), strings.Replace(rel, "-", "_", 1), strings.Replace(rel, ".", "..", 1)} {
				if got, want := a.UploadPath(p), re.MatchString(p) && connectors.SafePath(p); got != want {
					t.Errorf("%s: UploadPath(%q) = %v, want %v", a.ID(), p, got, want)
				}
			}
			return nil
		})
		if err != nil || n == 0 {
			t.Errorf("%s: %d samples, %v", a.ID(), n, err)
		}
	}
}

// An agent that reads a folder of another one, or any folder, does no harm.
func TestAgents_ForeignRoot(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a.json", "state.db", "opencode.db", "sessions.db", "state.vscdb"} {
		if err := os.WriteFile(filepath.Join(root, name), []byte("something else altogether"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, a := range Agents() {
		srcs, _, err := a.Sources(context.Background(), root)
		if err != nil || len(srcs) > 0 {
			t.Errorf("%s: %d sources, %v", a.ID(), len(srcs), err)
		}
	}
}
