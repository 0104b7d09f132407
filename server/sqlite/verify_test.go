package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jezero/server/chain"
)

// tampered copies the library and lets f change the copy as someone who has
// the file but not the keys could: triggers are no hindrance then.
func tampered(t *testing.T, l *library, f func(db *sql.DB)) chain.Report {
	t.Helper()
	dir := t.TempDir()
	c := &library{path: filepath.Join(dir, "library.db"), keys: l.keys, tb: t}
	for _, suffix := range []string{"", ".head"} {
		copyFile(t, l.path+suffix, c.path+suffix)
	}
	db := raw(t, c.path)
	for _, q := range []string{"DROP TRIGGER events_update", "DROP TRIGGER events_delete", "DROP TRIGGER events_insert"} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	f(db)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return c.verify()
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

// chained is a library of two sources, with revisions, closed and checked.
func chained(t *testing.T) *library {
	l := newLibrary(t)
	for i := range 4 {
		for _, source := range []string{"alpha", "beta"} {
			seg := segment(source, fmt.Sprintf("s%d", i), 0, "p", testTime.Add(time.Duration(i)*time.Hour), "question "+source, "answer")
			seg.Redactions = map[string]int{"fake": 1}
			sum := title(fmt.Sprintf("title %d", i))
			sum.Questions, sum.Atoms = []string{"why?"}, []string{"because"}
			l.put(seg, sum)
		}
	}
	l.put(segment("alpha", "s1", 0, "p", testTime.Add(9*time.Hour), "question alpha", "answer", "more"), title("title 1"))
	if _, err := l.Forget(context.Background(), ForgetTarget{Scope: ForgetSession, Source: "beta", Name: "s2"}); err != nil {
		t.Fatal(err)
	}
	l.mustVerify()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return l
}

// JL-03…05, JL-09, JL-10: whatever is done to the events without the key, the
// record is named.
func TestVerify_NamesTheRecord(t *testing.T) {
	l := chained(t)
	exec := func(q string, args ...any) func(*sql.DB) {
		return func(db *sql.DB) {
			t.Helper()
			if res, err := db.Exec(q, args...); err != nil {
				t.Fatal(err)
			} else if n, _ := res.RowsAffected(); n == 0 {
				t.Fatalf("nothing was changed by %s", q)
			}
		}
	}
	cases := []struct {
		name   string
		tamper func(*sql.DB)
		kind   string
		source string
		seq    int64
		exit   int
	}{
		{"seq", exec("UPDATE events SET seq = 9 WHERE source = 'alpha' AND seq = 5"), chain.ProblemLink, "alpha", 5, 1},
		{"version", exec("UPDATE events SET v = 2 WHERE source = 'alpha' AND seq = 2"), chain.ProblemEncoding, "alpha", 2, 1},
		{"back-dated", exec("UPDATE events SET at_ms = at_ms - 86400000 WHERE source = 'alpha' AND seq = 2"), chain.ProblemHash, "alpha", 2, 1},
		{"unknown key", exec("UPDATE events SET key_id = 'k00000000' WHERE source = 'alpha' AND seq = 2"), chain.ProblemUnknownKey, "alpha", 2, 2},
		{"kind", exec("UPDATE events SET kind = 'forget' WHERE source = 'alpha' AND seq = 2"), chain.ProblemHash, "alpha", 2, 1},
		{"other source", exec("UPDATE events SET source = 'beta', seq = 9 WHERE source = 'alpha' AND seq = 2"), chain.ProblemLink, "alpha", 2, 1},
		{"blank in commits", exec("UPDATE events SET commits = replace(commits, ':', ': ') WHERE source = 'alpha' AND seq = 2"), chain.ProblemEncoding, "alpha", 2, 1},
		{"attrs float", exec("UPDATE events SET attrs = replace(attrs, ':1', ':1.0') WHERE source = 'alpha' AND seq = 2"), chain.ProblemEncoding, "alpha", 2, 1},
		{"attrs revision", exec("UPDATE events SET attrs = replace(attrs, ':1', ':7') WHERE source = 'alpha' AND seq = 2"), chain.ProblemHash, "alpha", 2, 1},
		{"first removed", exec("DELETE FROM events WHERE source = 'alpha' AND seq = 1"), chain.ProblemLink, "alpha", 1, 1},
		{"middle removed", exec("DELETE FROM events WHERE source = 'alpha' AND seq = 3"), chain.ProblemLink, "alpha", 3, 1},
		{"removed and closed up", func(db *sql.DB) {
			exec("DELETE FROM events WHERE source = 'alpha' AND seq = 3")(db)
			exec("UPDATE events SET seq = seq - 1 WHERE source = 'alpha' AND seq > 3")(db)
		}, chain.ProblemHash, "alpha", 3, 1},
		{"tail cut", exec("DELETE FROM events WHERE source = 'alpha' AND seq = 5"), chain.ProblemHead, "alpha", 5, 1},
		{"two of the tail cut", exec("DELETE FROM events WHERE source = 'alpha' AND seq > 3"), chain.ProblemHead, "alpha", 4, 1},
		{"source cut", exec("DELETE FROM events WHERE source = 'beta'"), chain.ProblemHead, "beta", 1, 1},
		{"reordered", func(db *sql.DB) {
			exec("UPDATE events SET seq = -1 WHERE source = 'alpha' AND seq = 2")(db)
			exec("UPDATE events SET seq = 2 WHERE source = 'alpha' AND seq = 3")(db)
			exec("UPDATE events SET seq = 3 WHERE source = 'alpha' AND seq = -1")(db)
		}, chain.ProblemHash, "alpha", 2, 1},
		{"appended copy", exec(`INSERT INTO events SELECT source, 6, v, hash, key_id, kind, external_id, item_id, at_ms, rules, commits, attrs, hash
			FROM events WHERE source = 'alpha' AND seq = 5`), chain.ProblemHash, "alpha", 6, 1},
		{"item title", exec("UPDATE items SET title = 'another' WHERE external_id = 's3#0' AND source_id = 1"), chain.ProblemProjection, "alpha", 4, 1},
		{"item body", exec("UPDATE items SET body = replace(body, 'answer', 'anzwer') WHERE external_id = 's3#0' AND source_id = 1"), chain.ProblemProjection, "alpha", 4, 1},
		{"item trust", exec("UPDATE items SET trust = 'external' WHERE external_id = 's3#0' AND source_id = 1"), chain.ProblemProjection, "alpha", 4, 1},
		{"item date", exec("UPDATE items SET ended_ms = 1 WHERE external_id = 's3#0' AND source_id = 1"), chain.ProblemProjection, "alpha", 4, 1},
		{"item counts", exec("UPDATE items SET redactions = '{}' WHERE external_id = 's3#0' AND source_id = 1"), chain.ProblemProjection, "alpha", 4, 1},
		{"item removed", exec("DELETE FROM items WHERE external_id = 's3#0' AND source_id = 1"), chain.ProblemProjection, "alpha", 4, 1},
		{"item set back", exec("UPDATE items SET event_seq = 2 WHERE external_id = 's1#0' AND source_id = 1"), chain.ProblemProjection, "alpha", 2, 1},
		{"item moved to another source", exec("UPDATE items SET source_id = 2, external_id = 'x' WHERE external_id = 's3#0' AND source_id = 1"), chain.ProblemProjection, "beta", 4, 1},
		{"project renamed", exec("UPDATE projects SET name = 'other'"), chain.ProblemProjection, "alpha", 1, 1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			rep := tampered(t, l, c.tamper)
			first := rep.First()
			if first == nil {
				t.Fatal("nothing was found")
			}
			if first.Kind != c.kind || first.Source != c.source || first.Seq != c.seq {
				t.Errorf("first problem is %q, want %s %s/%d", first, c.kind, c.source, c.seq)
			}
			if c.exit != 2 && rep.ExitCode() != c.exit {
				t.Errorf("exit code %d, want %d", rep.ExitCode(), c.exit)
			}
			if rep.ExitCode() == 0 {
				t.Error("passes for good")
			}
		})
	}
}

// Every byte of every text column of an event counts.
func TestVerify_EveryByteOfAnEvent(t *testing.T) {
	l := chained(t)
	columns := []string{"prev", "key_id", "kind", "external_id", "item_id", "rules", "commits", "attrs", "hash"}
	values := map[string]string{}
	db := raw(t, l.path)
	for _, c := range columns {
		var v string
		if err := db.QueryRow("SELECT " + c + " FROM events WHERE source = 'alpha' AND seq = 2").Scan(&v); err != nil {
			t.Fatal(err)
		}
		values[c] = v
	}
	flips := 0
	// One copy for all flips: each is undone before the next.
	flipped(t, l, func(db *sql.DB, verify func() *chain.Problem) {
		set := func(column, v string) {
			if _, err := db.Exec("UPDATE events SET "+column+" = ? WHERE source = 'alpha' AND seq = 2", v); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range columns {
			v := values[c]
			for i := range len(v) {
				b := []byte(v)
				b[i] ^= 1 << (i % 7)
				set(c, string(b))
				if p := verify(); p == nil || p.Source != "alpha" || p.Seq != 2 {
					t.Errorf("%s, byte %d of %d: first problem is %v", c, i, len(v), p)
				}
				flips++
			}
			set(c, v)
		}
	})
	if flips < 300 {
		t.Errorf("only %d bytes were flipped", flips)
	}
}

// JL-05: after a rotation old events are checked by the old key, new ones by
// the new; JL-06: without the old key nothing passes, and the exit code is 2.
func TestVerify_Rotation(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	keyPath := filepath.Join(dir, "chain.key")
	keys, err := chain.Create(chain.File(keyPath))
	if err != nil {
		t.Fatal(err)
	}
	l := &library{path: filepath.Join(dir, "library.db"), keys: keys, tb: t}
	l.open()
	l.put(segment("a", "s1", 0, "p", testTime, "hello"), title("one"))
	l.Close()
	if l.keys, err = keys.Rotate(keyPath); err != nil {
		t.Fatal(err)
	}
	l.open()
	l.put(segment("a", "s2", 0, "p", testTime, "hello"), title("two"))
	l.mustVerify()
	l.Close()
	if l.keys, err = chain.LoadKeys(keyPath); err != nil {
		t.Fatal(err)
	}
	if rep := l.verify(); !rep.OK() || rep.Events != 2 || rep.Items != 2 {
		t.Errorf("with the file read again: %+v", rep)
	}
	l.keys = chain.NewKeys()
	if rep := l.verify(); rep.ExitCode() != 2 || rep.First() == nil {
		t.Errorf("with foreign keys: exit %d, %v", rep.ExitCode(), rep.Problems)
	}
	if _, err := Open(ctx, l.path, Options{Keys: l.keys}); err == nil || !strings.Contains(err.Error(), "jezero verify") {
		t.Errorf("opening with foreign keys: %v", err)
	}
}

func TestVerify_MissingHead(t *testing.T) {
	l := chained(t)
	if err := os.Remove(HeadPath(l.path)); err != nil {
		t.Fatal(err)
	}
	rep := l.verify()
	if rep.ExitCode() != 1 || rep.First().Kind != chain.ProblemHead {
		t.Errorf("exit %d, %v", rep.ExitCode(), rep.Problems)
	}
}

// An older head is fine: a crash may come between a commit and its writing.
func TestVerify_OlderHead(t *testing.T) {
	l := newLibrary(t)
	l.put(segment("a", "s1", 0, "p", testTime, "hello"), title("one"))
	old, err := os.ReadFile(HeadPath(l.path))
	if err != nil {
		t.Fatal(err)
	}
	l.put(segment("a", "s2", 0, "p", testTime, "hello"), title("two"))
	if err := os.WriteFile(HeadPath(l.path), old, 0o600); err != nil {
		t.Fatal(err)
	}
	l.mustVerify()
}
