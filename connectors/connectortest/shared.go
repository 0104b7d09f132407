package connectortest

import (
	"database/sql"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// forbidden are the words that mark, in the design's format samples, what is
// not dialogue.
var forbidden = []string{
	"HIDDEN-REASONING", "TOOL-OUTPUT", "INJECTED", "COMPACTION-SUMMARY", "REWOUND", "abandoned branch", "to be rewound", "SYSTEM-PROMPT", "base64,",
}

// shared reads the format samples that stand beside the repository while it
// is designed.
func (s Suite) shared(t *testing.T) {
	from := filepath.Join("..", "..", "..", "shared", "formats", "samples", s.Agent.ID())
	if _, err := os.Stat(from); err != nil {
		t.Skip("the design's samples are not here")
	}
	root := t.TempDir()
	if err := os.CopyFS(root, writable{os.DirFS(from)}); err != nil {
		t.Fatal(err)
	}
	BuildDatabases(t, root)
	var all strings.Builder
	for _, g := range ReadAll(t, s.Agent, root) {
		if len(g.Warnings) > 0 {
			t.Errorf("%s: %v", g.Source, g.Warnings)
		}
		for _, sess := range g.Sessions {
			checkSession(t, sess)
			all.WriteString("[" + sess.ID + "] " + sess.CWD + "\n")
			for _, m := range sess.Messages {
				all.WriteString(string(m.Role) + ": " + m.Text + "\n")
			}
		}
	}
	if all.Len() == 0 {
		t.Fatal("no sessions in the design's samples")
	}
	for _, word := range forbidden {
		if strings.Contains(all.String(), word) {
			t.Errorf("%s came through:\n%s", word, all.String())
		}
	}
	if len(s.Shared) == 0 {
		t.Error("the suite names nothing that must be found")
	}
	for _, want := range s.Shared {
		if n := strings.Count(all.String(), want); n != 1 {
			t.Errorf("%q stands %d times, want once, in:\n%s", want, n, all.String())
		}
	}
}

// writable makes the copies of read-only files writable.
type writable struct{ fs.FS }

func (w writable) Open(name string) (fs.File, error) {
	f, err := w.FS.Open(name)
	if err != nil {
		return nil, err
	}
	fi, err := f.Stat()
	if err != nil || fi.IsDir() {
		return f, err
	}
	return writableFile{f}, nil
}

type writableFile struct{ fs.File }

func (f writableFile) Stat() (fs.FileInfo, error) {
	fi, err := f.File.Stat()
	return writableInfo{fi}, err
}

type writableInfo struct{ fs.FileInfo }

func (writableInfo) Mode() fs.FileMode { return 0o644 }

// BuildDatabases makes a database of every SQL script below root: state.db of
// state.sql, and opencode.db of opencode-v1.sql or opencode-v2.sql in folders
// where only one stands, else with the script's own name. The agent under
// test brings the driver.
func BuildDatabases(t testing.TB, root string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".sql") {
			return err
		}
		script, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		fi, err := d.Info()
		if err != nil {
			return err
		}
		if err := os.Remove(path); err != nil {
			return err
		}
		ext := ".db"
		if strings.HasSuffix(path, ".vscdb.sql") {
			ext = "" // state.vscdb.sql
		}
		name := strings.TrimSuffix(path, ".sql") + ext
		db, err := sql.Open("sqlite", uri(name))
		if err != nil {
			return err
		}
		if _, err := db.Exec(string(script)); err != nil {
			db.Close()
			return err
		}
		if err := db.Close(); err != nil {
			return err
		}
		return os.Chtimes(name, fi.ModTime(), fi.ModTime())
	})
	if err != nil {
		t.Fatal(err)
	}
}
