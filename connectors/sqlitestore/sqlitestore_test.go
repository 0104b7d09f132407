package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"jezero/connectors"
)

// agent opens a database as its owner does: for writing.
func agent(t *testing.T, path, pragma string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma="+pragma)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	exec(t, db, "CREATE TABLE IF NOT EXISTS m(id INTEGER PRIMARY KEY, text TEXT)")
	return db
}

func exec(t *testing.T, db *sql.DB, query string) {
	t.Helper()
	if _, err := db.Exec(query); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) []string {
	t.Helper()
	db, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var out []string
	err = db.Query(context.Background(), func(scan Scan) error {
		var v any
		err := scan(&v)
		out = append(out, Text(v))
		return err
	}, "SELECT text FROM m ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Check(); err != nil {
		t.Fatal(err)
	}
	return out
}

func files(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		fi, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e.Name()+" "+connectors.Change(fi.ModTime(), fi.Size()))
	}
	return out
}

// JZ-157: a database is read as it is at the moment, and reading leaves no
// file behind, whatever its journal and whoever has it open.
func TestOpen_LeavesNoTrace(t *testing.T) {
	for _, tt := range []struct {
		name, pragma string
		open         bool
	}{
		{"WAL, open by the agent", "journal_mode(WAL)", true},
		{"WAL, closed", "journal_mode(WAL)", false},
		{"rollback journal, open", "journal_mode(DELETE)", true},
		{"rollback journal, closed", "journal_mode(DELETE)", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "a db.db")
			db := agent(t, path, tt.pragma)
			exec(t, db, "INSERT INTO m(text) VALUES('one'),('two')")
			if !tt.open {
				if err := db.Close(); err != nil {
					t.Fatal(err)
				}
			}
			before := files(t, dir)
			if got := read(t, path); !slices.Equal(got, []string{"one", "two"}) {
				t.Errorf("read %q", got)
			}
			if after := files(t, dir); !slices.Equal(before, after) {
				t.Errorf("files before %q, after %q", before, after)
			}
			if tt.open {
				// The agent goes on, and what it writes is seen.
				exec(t, db, "INSERT INTO m(text) VALUES('three')")
				if got := read(t, path); len(got) != 3 {
					t.Errorf("after a commit: %q", got)
				}
			}
		})
	}
}

func TestOpen_Refuses(t *testing.T) {
	dir := t.TempDir()
	ctx := context.Background()
	missing := filepath.Join(dir, "none.db")
	if _, err := Open(ctx, missing); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
	if _, err := os.Lstat(missing); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("opening made the file: %v", err)
	}
	text := filepath.Join(dir, "text.db")
	if err := os.WriteFile(text, []byte("not a database, but long enough to be read as the header of one, which has a hundred bytes and more"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(ctx, text); !errors.Is(err, ErrNotDatabase) {
		t.Errorf("text: %v", err)
	}
	if runtime.GOOS == "windows" {
		return
	}
	real := filepath.Join(dir, "real.db")
	agent(t, real, "journal_mode(DELETE)")
	link := filepath.Join(dir, "link.db")
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(ctx, link); !errors.Is(err, connectors.ErrNotRegular) {
		t.Errorf("link: %v", err)
	}
}

func TestQuery_CannotWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	agent(t, path, "journal_mode(WAL)")
	db, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, q := range []string{"INSERT INTO m(text) VALUES('x')", "PRAGMA query_only=0", "DELETE FROM m", "CREATE TABLE x(a)"} {
		_ = db.Query(context.Background(), func(Scan) error { return nil }, q)
	}
	if got := read(t, path); len(got) != 0 {
		t.Errorf("a reader wrote %q", got)
	}
}

// A writer that holds the database for a moment does not make the read fail.
func TestQuery_WaitsForTheAgent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	db := agent(t, path, "journal_mode(DELETE)")
	exec(t, db, "INSERT INTO m(text) VALUES('one')")
	exec(t, db, "BEGIN EXCLUSIVE")
	var done atomic.Bool
	time.AfterFunc(300*time.Millisecond, func() { done.Store(true); _, _ = db.Exec("COMMIT") })
	if got := read(t, path); len(got) != 1 {
		t.Errorf("read %q", got)
	}
	if !done.Load() {
		t.Error("read before the agent was done")
	}
}

func TestCheck_AgentBeganToWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	if err := agent(t, path, "journal_mode(WAL)").Close(); err != nil {
		t.Fatal(err)
	}
	db, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Check(); err != nil {
		t.Errorf("Check of a quiet database: %v", err)
	}
	writer := agent(t, path, "journal_mode(WAL)")
	exec(t, writer, "INSERT INTO m(text) VALUES('x')")
	if err := db.Check(); !errors.Is(err, ErrChanged) {
		t.Errorf("Check after a write: %v, want ErrChanged", err)
	}
}

func TestQuery_Cancelled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	agent(t, path, "journal_mode(WAL)")
	db, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := db.Query(ctx, func(Scan) error { return nil }, "SELECT 1"); !errors.Is(err, context.Canceled) {
		t.Errorf("Query: %v", err)
	}
}

func TestPick(t *testing.T) {
	have := map[string]bool{"id": true, "title": true}
	if got, want := Pick(have, "id", "cwd", "title"), `"id", NULL, "title"`; got != want {
		t.Errorf("Pick = %s, want %s", got, want)
	}
}
