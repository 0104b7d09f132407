package connectortest

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jezero/connectors"

	"github.com/google/go-cmp/cmp"
)

// Export makes an export in which the user says each text in turn.
func Export(agent, id string, texts ...string) []byte {
	s := &connectors.Session{ID: id, CWD: "/home/me/kestrel", Started: time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC)}
	for i, text := range texts {
		s.Messages = append(s.Messages, connectors.Message{ID: fmt.Sprint(i), Role: connectors.User, Time: s.Started.Add(time.Duration(i) * time.Second), Text: text})
	}
	var b bytes.Buffer
	if err := connectors.WriteExport(&b, agent, s); err != nil {
		panic("connectortest: internal error: " + err.Error())
	}
	return b.Bytes()
}

// JZ-160: a session of a database comes through its export as it is.
func (s Suite) export(t *testing.T) {
	root := Store(t, s.Agent.ID())
	n := 0
	for _, g := range ReadAll(t, s.Agent, root) {
		if !connectors.InDatabase(g.Source) {
			continue
		}
		for _, want := range g.Sessions {
			rel, ok := connectors.ExportPath(want.ID)
			if !ok || !s.Agent.UploadPath(rel) {
				t.Skip("this agent's sessions are not exported")
			}
			n++
			var b bytes.Buffer
			if err := connectors.WriteExport(&b, s.Agent.ID(), want); err != nil {
				t.Fatal(err)
			}
			other := t.TempDir()
			path := filepath.Join(other, filepath.FromSlash(rel))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			read := ReadAll(t, s.Agent, other)
			if len(read) != 1 || len(read[0].Sessions) != 1 {
				t.Fatalf("the export gives %d sources", len(read))
			}
			if diff := cmp.Diff(want, read[0].Sessions[0]); diff != "" {
				t.Errorf("%s (-database +export):\n%s", want.ID, diff)
			}
		}
	}
	if n == 0 {
		t.Skip("no database")
	}
}

// databases lists the databases of a store.
func databases(t testing.TB, root string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && (strings.HasSuffix(path, ".db") || strings.HasSuffix(path, ".vscdb")) {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// everything reads all of a store that may be broken, and checks what holds
// for any.
func (s Suite) everything(t testing.TB, root string) {
	t.Helper()
	srcs, warns, err := s.Agent.Sources(context.Background(), root)
	if err != nil {
		t.Fatalf("Sources: %v", err)
	}
	for _, w := range warns {
		checkPhrase(t, w.What)
	}
	for _, src := range srcs {
		rep, err := s.Agent.Read(context.Background(), root, src, func(sess *connectors.Session) error {
			checkSession(t, sess)
			return nil
		})
		if err != nil {
			t.Errorf("a broken database is an error, want a warning: %v", err)
		}
		checkReport(t, rep)
	}
}

// scrambled breaks databases: bytes of the file, and values in its rows.
func (s Suite) scrambled(t *testing.T) {
	root := Store(t, s.Agent.ID())
	dbs := databases(t, root)
	if len(dbs) == 0 {
		t.Skip("no database")
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, db := range dbs {
		whole, err := os.ReadFile(db)
		if err != nil {
			t.Fatal(err)
		}
		for range 30 {
			b := bytes.Clone(whole)
			switch rnd.IntN(3) {
			case 0:
				b = b[:rnd.IntN(len(b))]
			default:
				for range 1 + rnd.IntN(50) {
					b[rnd.IntN(len(b))] = byte(rnd.IntN(256))
				}
			}
			if err := os.WriteFile(db, b, 0o644); err != nil {
				t.Fatal(err)
			}
			s.everything(t, root)
		}
		if err := os.WriteFile(db, whole, 0o644); err != nil {
			t.Fatal(err)
		}
		for n := range uint(30) {
			s.poke(t, root, db, n, []byte("{\""+canary+"\":[\x00\xff"))
			s.poke(t, root, db, n, []byte("[{\"type\":\"text\",\"text\":{\"a\":1}},7,null]"))
		}
	}
}

// poke puts a value into the n-th column of a database, reads the store and
// puts the database back.
func (s Suite) poke(t testing.TB, root, path string, n uint, value []byte) {
	t.Helper()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer os.WriteFile(path, whole, 0o644)
	db, err := sql.Open("sqlite", uri(path))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query("SELECT m.name, c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' ORDER BY 1, 2")
	if err != nil {
		t.Fatal(err)
	}
	var columns [][2]string
	for rows.Next() {
		var c [2]string
		if err := rows.Scan(&c[0], &c[1]); err != nil {
			t.Fatal(err)
		}
		columns = append(columns, c)
	}
	if err := rows.Err(); err != nil || len(columns) == 0 {
		t.Fatalf("%d columns, %v", len(columns), err)
	}
	c := columns[n%uint(len(columns))]
	// Constraints refuse some values: then the database stays as it is.
	if _, err := db.Exec("UPDATE OR IGNORE \""+c[0]+"\" SET \""+c[1]+"\" = ? WHERE rowid % 2 = ?", string(value), n/uint(len(columns))%2); err != nil {
		return
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s.everything(t, root)
}

// uri names a database for the driver, whatever characters its path has.
func uri(path string) string {
	return "file:" + (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath()
}

// FuzzDatabase fuzzes an agent with any value in any column of its database.
func FuzzDatabase(f *testing.F, s Suite) {
	f.Add(uint(0), []byte("{}"))
	f.Add(uint(5), []byte(`{"type":"text","text":"`+canary+`"}`))
	f.Add(uint(9), []byte(`[{"type":"text","text":"`+canary+`"}]`))
	root := Store(f, s.Agent.ID())
	stored := map[string][]byte{}
	for _, db := range databases(f, root) {
		b, err := os.ReadFile(db)
		if err != nil {
			f.Fatal(err)
		}
		stored[filepath.Base(db)] = b
	}
	if len(stored) == 0 {
		f.Fatal("no database in the sample store")
	}
	f.Fuzz(func(t *testing.T, n uint, value []byte) {
		for name, b := range stored {
			root := t.TempDir()
			path := filepath.Join(root, name)
			if err := os.WriteFile(path, b, 0o644); err != nil {
				t.Fatal(err)
			}
			s.poke(t, root, path, n, value)
		}
	})
}
