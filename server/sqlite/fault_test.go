package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jezero/server/chain"
)

// Whatever stands where the library should be is told apart, is not changed,
// and is answered in words that say what to do.
func TestOpen_ForeignFiles(t *testing.T) {
	ctx := context.Background()
	foreign := func(version string) func(string) error {
		return func(path string) error {
			db, err := sql.Open("sqlite", "file:"+path)
			if err != nil {
				return err
			}
			_, err = db.Exec("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine'); PRAGMA user_version = " + version)
			return errors.Join(err, db.Close())
		}
	}
	text := func(s string) func(string) error {
		return func(path string) error { return os.WriteFile(path, []byte(s), 0o600) }
	}
	for _, c := range []struct {
		name string
		make func(path string) error
		want error
	}{
		{"another program's database", foreign("0"), ErrNotLibrary},
		{"another program's database with a version", foreign("1"), ErrNotLibrary},
		{"another program's database with a high version", foreign("77"), ErrNotLibrary},
		{"a text", text(strings.Repeat("no database at all\n", 100)), ErrNotLibrary},
		{"a folder", func(p string) error { return os.Mkdir(p, 0o700) }, ErrNotLibrary},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "library.db")
			if err := c.make(path); err != nil {
				t.Fatal(err)
			}
			before, _ := os.ReadFile(path)
			if db, err := Open(ctx, path, Options{Keys: chain.NewKeys()}); !errors.Is(err, c.want) {
				t.Errorf("to write: %v, want %v", err, c.want)
				if err == nil {
					db.Close()
				}
			}
			if r, err := OpenReader(path); !errors.Is(err, c.want) {
				t.Errorf("to read: %v, want %v", err, c.want)
				if err == nil {
					r.Close()
				}
			}
			after, _ := os.ReadFile(path)
			if string(before) != string(after) {
				t.Error("the file was changed")
			}
		})
	}
}

// A file that was made by a first run that was killed is no library yet.
func TestOpenReader_EmptyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "library.db")
	if err := createPrivate(path); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenReader(path); !errors.Is(err, ErrNoLibrary) {
		t.Errorf("%v", err)
	}
}

// A library whose pages are damaged says so, and to whom to turn.
func TestOpen_Damaged(t *testing.T) {
	l := chained(t)
	b, err := os.ReadFile(l.path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 16384; i < len(b); i++ { // all pages but the first
		b[i] = 0xa5
	}
	if err := os.WriteFile(l.path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := OpenReader(l.path)
	if err == nil {
		defer r.Close()
		head, herr := chain.ReadHead(HeadPath(l.path))
		if herr != nil {
			t.Fatal(herr)
		}
		_, err = chain.Verify(context.Background(), r, l.keys, head)
	}
	if err == nil {
		t.Fatal("passes for good")
	}
	if _, err := Open(context.Background(), l.path, Options{Keys: l.keys}); !errors.Is(err, ErrDamaged) {
		t.Errorf("to write: %v", err)
	}
}
