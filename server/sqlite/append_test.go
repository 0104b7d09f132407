package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"jezero/server"
)

// JL-02, JL-08: below the program's own code, events cannot be changed.
func TestEvents_AppendOnly(t *testing.T) {
	l := newLibrary(t)
	l.put(segment("a", "s1", 0, "p", testTime, "hello", "world"), title("one"))
	l.put(segment("a", "s1", 1, "p", testTime, "hello", "again"), title("two"))
	db := raw(t, l.path)
	for _, c := range []struct{ name, query string }{
		{"update", "UPDATE events SET kind = 'x' WHERE seq = 1"},
		{"delete", "DELETE FROM events WHERE seq = 2"},
		{"replace", "INSERT OR REPLACE INTO events SELECT source, seq, v, prev, key_id, 'x', external_id, item_id, at_ms, rules, commits, attrs, hash FROM events WHERE seq = 2"},
		{"insert or ignore of another", "INSERT OR IGNORE INTO events SELECT source, 9, v, prev, key_id, kind, external_id, item_id, at_ms, rules, commits, attrs, hash FROM events WHERE seq = 2"},
		{"upsert", "INSERT INTO events SELECT source, seq, v, prev, key_id, kind, external_id, item_id, at_ms, rules, commits, attrs, hash FROM events WHERE seq = 2 ON CONFLICT DO UPDATE SET kind = 'x'"},
		{"truncate", "DELETE FROM events"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := db.Exec(c.query)
			if err == nil || !strings.Contains(err.Error(), "append-only") {
				t.Errorf("got %v, want a refusal", err)
			}
		})
	}
	l.mustVerify()
	if err := l.reader().Guards(context.Background()); err != nil {
		t.Error(err)
	}
	if _, err := db.Exec("DROP TRIGGER events_delete"); err != nil {
		t.Fatal(err)
	}
	if err := l.reader().Guards(context.Background()); !errors.Is(err, ErrGuards) {
		t.Errorf("after a trigger was dropped: %v", err)
	}
}

func TestOpen_RefusesAChainThatDoesNotFitItsHead(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	l.put(segment("a", "s1", 0, "p", testTime, "hello"), title("one"))
	l.put(segment("a", "s1", 1, "p", testTime, "hello you"), title("two"))
	l.Close()
	reopen := func(o Options) error {
		o.Keys = l.keys
		db, err := Open(ctx, l.path, o)
		if err == nil {
			db.Close()
		}
		return err
	}
	if err := reopen(Options{}); err != nil {
		t.Fatal(err)
	}
	head, err := os.ReadFile(HeadPath(l.path))
	if err != nil {
		t.Fatal(err)
	}
	db := raw(t, l.path)
	for _, q := range []string{"DROP TRIGGER events_delete", "DELETE FROM events WHERE seq = 2"} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	if err := reopen(Options{}); !errors.Is(err, ErrAnchor) {
		t.Errorf("cut tail: %v", err)
	}
	if err := os.Remove(HeadPath(l.path)); err != nil {
		t.Fatal(err)
	}
	if err := reopen(Options{}); !errors.Is(err, ErrAnchor) {
		t.Errorf("no head: %v", err)
	}
	if err := os.WriteFile(HeadPath(l.path), []byte(strings.Replace(string(head), `"seq":2`, `"seq":1`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := reopen(Options{}); !errors.Is(err, ErrAnchor) {
		t.Errorf("forged head: %v", err)
	}
	if err := reopen(Options{Reanchor: true}); err != nil {
		t.Errorf("reanchor: %v", err)
	}
	if err := reopen(Options{}); err != nil {
		t.Errorf("after reanchoring: %v", err)
	}
}

// JZ-88, JZ-144, JZ-183: the id of (source, external id) stays, revisions count.
func TestPut_IDsAreStable(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	first := l.put(segment("agent-x", "s1", 0, "p", testTime, "hello"), title("one"))
	again := l.put(segment("agent-x", "s1", 0, "q", testTime.AddDate(0, 1, 0), "hello", "and more"), title("one, more"))
	other := l.put(segment("agent-y", "s1", 0, "p", testTime, "hello"), title("one"))
	if first.ID != again.ID || again.Revision != 2 || first.Revision != 1 {
		t.Errorf("ids %s and %s, revisions %d and %d", first.ID, again.ID, first.Revision, again.Revision)
	}
	if other.ID == first.ID {
		t.Error("two sources share an id")
	}
	got, err := l.reader().Get(ctx, everything, first.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got.Title != "one, more" || got.Body != "User: hello\n\nAssistant: and more" || got.Source != "agent-x" || got.Project != "q" {
		t.Errorf("got %+v", got)
	}
	// The old revision is out of the index.
	hits, err := l.reader().Timeline(ctx, everything, server.Query{Project: "p"})
	if err != nil || len(hits) != 1 || hits[0].Item.ID != other.ID {
		t.Errorf("timeline of the old project: %v %v", hits, err)
	}
	o, err := l.reader().Overview(ctx, everything)
	if err != nil || o.Items != 2 || o.Projects["p"] != 1 || o.Projects["q"] != 1 {
		t.Errorf("overview %+v %v", o, err)
	}
	l.mustVerify()
}

// JZ-123: when anything in the transaction fails, nothing of it is there.
func TestPutAll_AllOrNone(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	good := segment("a", "s1", 0, "p", testTime, "hello")
	if _, err := raw(t, l.path).Exec(`CREATE TRIGGER bad BEFORE INSERT ON items WHEN NEW.session = 'bad' BEGIN SELECT RAISE(ABORT, 'disk'); END`); err != nil {
		t.Fatal(err)
	}
	bad := segment("a", "bad", 0, "p", testTime, "hello")
	if _, err := l.PutAll(ctx, []server.Stored{{Segment: good}, {Segment: bad}}); err == nil {
		t.Fatal("no error")
	}
	st, err := l.Stats(ctx)
	if err != nil || st.Items != 0 || st.Events != 0 {
		t.Errorf("%+v %v", st, err)
	}
	l.mustVerify()
}

func TestLibrary_IsPrivate(t *testing.T) {
	l := newLibrary(t)
	l.put(segment("a", "s1", 0, "p", testTime, "hello"), title("one"))
	for _, suffix := range []string{"", "-wal", "-shm", ".head"} {
		fi, err := os.Stat(l.path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if fi.Mode().Perm()&0o077 != 0 {
			t.Errorf("library.db%s has mode %v", suffix, fi.Mode())
		}
	}
}

func TestCheckIndex(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	it := l.put(segment("a", "s1", 0, "p", testTime, "hello"), title("one"))
	if err := l.Maintain(ctx); err != nil {
		t.Fatal(err)
	}
	l.mustVerify()
	if _, err := raw(t, l.path).Exec("UPDATE items SET body = 'goodbye'"); err != nil {
		t.Fatal(err)
	}
	if err := l.CheckIndex(ctx); !errors.Is(err, ErrIndex) {
		t.Errorf("an index that is behind: %v", err)
	}
	if err := l.RebuildIndex(ctx); err != nil {
		t.Fatal(err)
	}
	if err := l.CheckIndex(ctx); err != nil {
		t.Error(err)
	}
	hits, err := l.reader().Search(ctx, everything, server.Query{Text: "goodbye"})
	if err != nil || len(hits) != 1 || hits[0].Item.ID != it.ID {
		t.Errorf("%v %v", hits, err)
	}
}

// A full disk stops the write and nothing else: what was stored stays, and
// storing goes on when there is room again.
func TestPut_DiskFull(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	l.put(segment("a", "s0", 0, "p", testTime, "hello"), title("one"))
	var pages int
	if err := l.write.QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	if _, err := l.write.Exec(fmt.Sprintf("PRAGMA max_page_count = %d", pages+8)); err != nil {
		t.Fatal(err)
	}
	var full error
	stored := 1
	for i := 1; i < 200 && full == nil; i++ {
		_, full = l.Put(ctx, segment("a", fmt.Sprint("s", i), 0, "p", testTime, strings.Repeat(fmt.Sprint("word", i, " "), 200)), title("one"), "x")
		if full == nil {
			stored++
		}
	}
	if full == nil || strings.Contains(full.Error(), "word") {
		t.Fatalf("got %v", full)
	}
	l.mustVerify()
	rules := fakeRedactor{"rules-2", regexp.MustCompile("word1 ")}
	if _, err := l.RedactStored(ctx, rules, RedactStoredOptions{}); err == nil {
		t.Error("redact-stored on a full disk says that it is done")
	}
	l.mustVerify()
	if _, err := l.write.Exec("PRAGMA max_page_count = 1000000"); err != nil {
		t.Fatal(err)
	}
	l.put(segment("a", "again", 0, "p", testTime, "hello again"), title("one"))
	if _, err := l.RedactStored(ctx, rules, RedactStoredOptions{}); err != nil {
		t.Errorf("with room again: %v", err)
	}
	l.mustNotHold("word1 word1")
	st, err := l.Stats(ctx)
	if err != nil || st.Items != stored+1 {
		t.Errorf("%d items, want %d, %v", st.Items, stored+1, err)
	}
	l.mustVerify()
}
