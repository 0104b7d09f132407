package corpus

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestSessions_FileSystem(t *testing.T) {
	var names []string
	err := fs.WalkDir(Sessions(), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil || len(names) == 0 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	if err := fstest.TestFS(Sessions(), names...); err != nil {
		t.Fatal(err)
	}
}

// Every marker is made into a value, the values stand in the extracted files
// and nowhere in the repository.
func TestExtractSessions_Credentials(t *testing.T) {
	dir := t.TempDir()
	if err := ExtractSessions(dir); err != nil {
		t.Fatal(err)
	}
	var extracted, stored strings.Builder
	collect := func(fsys fs.FS, b *strings.Builder) {
		t.Helper()
		err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := fs.ReadFile(fsys, name)
			b.Write(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	collect(os.DirFS(dir), &extracted)
	collect(SessionTemplates(), &stored)
	if strings.Contains(extracted.String(), "{{gen:") {
		t.Error("a marker is left in an extracted file")
	}
	secrets := PlantedSecrets()
	for _, s := range secrets {
		if !strings.Contains(extracted.String(), s) {
			t.Errorf("a planted value of %d bytes is in no extracted file", len(s))
		}
		if strings.Contains(stored.String(), s) {
			t.Errorf("a planted value of %d bytes stands in the repository", len(s))
		}
	}
	kinds := map[string]bool{}
	for _, m := range marker().FindAllStringSubmatch(stored.String(), -1) {
		kinds[m[1]] = true
	}
	if len(kinds) < 20 {
		t.Errorf("%d kinds of credentials, want at least 20", len(kinds))
	}
	if len(secrets) < len(kinds) || !slices.IsSorted(secrets) {
		t.Errorf("%d values of %d kinds", len(secrets), len(kinds))
	}
}

func TestExtractSessions_Times(t *testing.T) {
	dir := t.TempDir()
	if err := ExtractSessions(dir); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "claude-code", "projects", "*", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		fi, err := os.Stat(f)
		if err != nil {
			t.Fatal(err)
		}
		if y := fi.ModTime().UTC().Year(); y != 2026 || fi.ModTime().After(sampleAt) {
			t.Errorf("%s: %v", filepath.Base(f), fi.ModTime())
		}
	}
}

func TestGenerate_Stable(t *testing.T) {
	for kind := range generators {
		a, _ := generate(kind, 1)
		b, _ := generate(kind, 1)
		c, _ := generate(kind, 2)
		if a != b || a == c || a == "" {
			t.Errorf("%s is not stable, or equal for two numbers", kind)
		}
	}
}
