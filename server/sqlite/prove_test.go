package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"testing"

	"jezero/server"
)

// JL-10: whatever makes another revision of an item proves it first, so that what
// was written into the file by someone without the keys is never signed.
func TestProve_NothingTamperedIsSigned(t *testing.T) {
	ctx := context.Background()
	tampers := map[string]func(*testing.T, *sql.DB, string){
		"a text": func(t *testing.T, db *sql.DB, id string) {
			mustExec(t, db, "UPDATE items SET body = replace(body, 'true', 'trve') WHERE item_id = ?", id)
		},
		"a title": func(t *testing.T, db *sql.DB, id string) {
			mustExec(t, db, "UPDATE items SET title = 'another hushsecret9' WHERE item_id = ?", id)
		},
		"a time": func(t *testing.T, db *sql.DB, id string) {
			mustExec(t, db, "UPDATE items SET started_ms = started_ms - 1 WHERE item_id = ?", id)
		},
		"a branch": func(t *testing.T, db *sql.DB, id string) {
			mustExec(t, db, "UPDATE items SET branch = 'hushsecret8' WHERE item_id = ?", id)
		},
		"its event": func(t *testing.T, db *sql.DB, id string) {
			withoutGuard(t, db, "UPDATE events SET rules = 'x' WHERE seq = (SELECT event_seq FROM items WHERE item_id = '"+id+"')")
		},
		"another's event": func(t *testing.T, db *sql.DB, id string) {
			mustExec(t, db, "UPDATE items SET event_seq = 1 WHERE item_id = ?", id)
		},
		"an older revision": func(t *testing.T, db *sql.DB, id string) {
			// The whole row as it was, with its event.
			mustExec(t, db, "DELETE FROM items WHERE item_id = ?", id)
			mustExec(t, db, "INSERT INTO items SELECT * FROM was")
		},
	}
	rewrites := map[string]func(*library, server.Item) error{
		"redact-stored": func(l *library, _ server.Item) error {
			_, err := l.RedactStored(ctx, hush, RedactStoredOptions{})
			return err
		},
		"retag": func(l *library, it server.Item) error {
			_, err := l.Retag(ctx, it.Source, it.Session, "elsewhere")
			return err
		},
		"resummarize": func(l *library, it server.Item) error {
			now, err := l.reader().Get(ctx, everything, it.ID)
			if err != nil {
				return err
			}
			_, err = l.Resummarize(ctx, []server.Resummary{{ItemID: it.ID, Revision: now.Revision, Summary: title("anew"), Summarizer: "other"}})
			return err
		},
	}
	for name, tamper := range tampers {
		for by, rewrite := range rewrites {
			t.Run(name+", "+by, func(t *testing.T) {
				l := newLibrary(t)
				l.put(segment("agent-x", "other", 0, "p", testTime, "first"), title("one"))
				it := l.put(segment("agent-x", "s", 0, "p", testTime, "it is true that hushsecret1"), title("t"))
				db := raw(t, l.path)
				mustExec(t, db, "CREATE TABLE was AS SELECT * FROM items WHERE item_id = ?", it.ID)
				l.put(segment("agent-x", "s", 0, "p", testTime, "it is true that hushsecret1", "and more"), title("t"))
				tamper(t, db, it.ID)
				mustExec(t, db, "DROP TABLE was")
				if rep := l.verify(); rep.OK() {
					t.Fatal("verify does not see the change")
				}
				if err := rewrite(l, it); !errors.Is(err, ErrTampered) {
					t.Errorf("%v", err)
				}
				if rep := l.verify(); rep.OK() {
					t.Error("what was tampered with is signed now")
				}
				// The way out that the message names.
				if _, err := l.Forget(ctx, ForgetTarget{Scope: ForgetItem, Name: it.ID}); err != nil {
					t.Error(err)
				}
				if err := rewrite(l, it); errors.Is(err, ErrTampered) {
					t.Error(err)
				}
			})
		}
	}
}

// An item is proved again after a transaction that was rolled back, and twice
// within one.
func TestProve_AfterRollback(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	it := l.put(segment("agent-x", "s", 0, "p", testTime, "text"), title("t"))
	stop := errors.New("stopped")
	twice := func(t *tx) error {
		for _, p := range []string{"q", "r"} {
			r, err := t.load(ctx, "i.item_id = ?", it.ID)
			if err != nil {
				return err
			}
			if err := t.retag(ctx, r, p); err != nil {
				return err
			}
		}
		return nil
	}
	err := l.inTx(ctx, func(t *tx) error { return errors.Join(twice(t), stop) })
	if err == nil || err.Error() != stop.Error() {
		t.Fatal(err)
	}
	if err := l.inTx(ctx, twice); err != nil {
		t.Fatal(err)
	}
	l.mustVerify()
}

// JL-10: what is not what was signed is named and stays, byte for byte; all else
// is done, and verify names that one afterwards as before.
func TestRedactStored_GoesOnPastWhatWasTampered(t *testing.T) {
	ctx := context.Background()
	for name, query := range map[string]string{
		"a title":             "UPDATE items SET title = 'another hushsecret9' WHERE item_id = ?",
		"turns, not readable": "UPDATE items SET turns = '[' WHERE item_id = ?",
		"no event":            "UPDATE items SET event_seq = 99999 WHERE item_id = ?",
	} {
		t.Run(name, func(t *testing.T) {
			l := secretLibrary(t, 2*sweepBatch+10, sweepBatch+7)
			db := raw(t, l.path)
			var id string
			if err := db.QueryRow("SELECT item_id FROM items WHERE session = 's5'").Scan(&id); err != nil {
				t.Fatal(err)
			}
			mustExec(t, db, query, id)
			row := func() (s string) {
				err := db.QueryRow("SELECT concat_ws(char(10), title, summary, turns, body, revision, event_seq, rules) FROM items WHERE item_id = ?", id).Scan(&s)
				if err != nil {
					t.Fatal(err)
				}
				return s
			}
			before := row()
			for range 2 { // it is named each time
				res, err := l.RedactStored(ctx, hush, RedactStoredOptions{})
				var named *server.TamperedError
				if !errors.As(err, &named) || !slices.Equal(named.Items, []string{id}) || !slices.Equal(res.Tampered, named.Items) {
					t.Fatalf("%+v %v", res.Tampered, err)
				}
				if !errors.Is(err, ErrTampered) || !strings.Contains(err.Error(), "jezero forget --item") || !strings.Contains(err.Error(), id) {
					t.Errorf("%v", err)
				}
			}
			if row() != before {
				t.Error("the item was changed")
			}
			var left int
			if err := db.QueryRow("SELECT count(*) FROM items WHERE concat_ws(' ', title, summary, body, questions, atoms, branch) LIKE '%hushsecret%'").Scan(&left); err != nil || left != 1 {
				t.Errorf("%d items hold the word: %v", left, err)
			}
			rep := l.verify()
			for _, p := range rep.Problems {
				if p.ItemID != id {
					t.Errorf("%v", p)
				}
			}
			if rep.OK() {
				t.Error("what was tampered with is signed now")
			}
			if _, err := l.Forget(ctx, ForgetTarget{Scope: ForgetItem, Name: id}); err != nil {
				t.Fatal(err)
			}
			if _, err := l.RedactStored(ctx, hush, RedactStoredOptions{}); err != nil {
				t.Error(err)
			}
			l.mustNotHold("secret")
			l.mustVerify()
		})
	}
}

// A session of which an item is not what was signed keeps its id, and its source
// its events; other sessions and sources do not.
func TestRedactStored_LabelsOfWhatWasTampered(t *testing.T) {
	ctx := context.Background()
	l, kept := labelled(t) // of session hushsecret1
	l.put(segment("agent-z", "hushsecretz", 0, "p", testTime, "another"), title("t"))
	db := raw(t, l.path)
	mustExec(t, db, "UPDATE items SET title = 'forged' WHERE item_id = ?", kept.ID)
	res, err := l.RedactStored(ctx, hush, RedactStoredOptions{})
	var named *server.TamperedError
	if !errors.As(err, &named) || !slices.Equal(named.Items, []string{kept.ID}) || !slices.Equal(named.Sources, []string{"agent-x"}) {
		t.Fatalf("%v", err)
	}
	if res.Sessions != 2 {
		t.Errorf("%d sessions have another id, want 2", res.Sessions)
	}
	got, err := stringsOf(ctx, db, "SELECT DISTINCT session FROM items WHERE session LIKE '%hush%'")
	if err != nil || !slices.Equal(got, []string{"hushsecret1"}) {
		t.Errorf("%v %v", got, err)
	}
	got, err = stringsOf(ctx, db, "SELECT DISTINCT source FROM events WHERE external_id LIKE '%hush%'")
	if err != nil || !slices.Equal(got, []string{"agent-x"}) {
		t.Errorf("%v %v", got, err)
	}
	if rep := l.verify(); rep.Total != 1 || rep.Problems[0].ItemID != kept.ID {
		t.Errorf("%v", rep.Problems)
	}
	if _, err := l.Forget(ctx, ForgetTarget{Scope: ForgetItem, Name: kept.ID}); err != nil {
		t.Fatal(err)
	}
	if res, err := l.RedactStored(ctx, hush, RedactStoredOptions{}); err != nil || res.Sessions != 1 {
		t.Errorf("%+v %v", res, err)
	}
	l.mustNotHold("secret")
	l.mustVerify()
}

// Who hides an item that was put back to an older revision from the index by
// item, where its newer event is looked up, hides it in vain.
func TestProve_ItemHiddenFromTheIndex(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	it := l.put(segment("agent-x", "s", 0, "p", testTime, "it is true that hushsecret1"), title("t"))
	db := raw(t, l.path)
	mustExec(t, db, "CREATE TABLE was AS SELECT * FROM items WHERE item_id = ?", it.ID)
	l.put(segment("agent-x", "s", 0, "p", testTime, "it is false"), title("t"))
	mustExec(t, db, "DELETE FROM items WHERE item_id = ?", it.ID)
	mustExec(t, db, "INSERT INTO items SELECT * FROM was")
	mustExec(t, db, "INSERT INTO item_rules SELECT pk, 1 FROM was WHERE true ON CONFLICT DO NOTHING")
	mustExec(t, db, "DROP TABLE was")
	// A table over the index's own pages.
	mustExec(t, db, "CREATE TABLE imposter (item_id TEXT NOT NULL, pk INTEGER NOT NULL, PRIMARY KEY (item_id, pk)) WITHOUT ROWID")
	mustExec(t, db, "PRAGMA writable_schema = ON")
	mustExec(t, db, "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_items_1') WHERE name = 'imposter'")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	db = raw(t, l.path)
	mustExec(t, db, "DELETE FROM imposter WHERE item_id = ?", it.ID)
	mustExec(t, db, "PRAGMA writable_schema = ON")
	mustExec(t, db, "DELETE FROM sqlite_schema WHERE name = 'imposter'")
	if err := errors.Join(db.Close(), l.Close()); err != nil {
		t.Fatal(err)
	}
	l.open()
	var hidden, there int
	err := l.read.QueryRow("SELECT (SELECT count(*) FROM items WHERE item_id = ?1), (SELECT count(*) FROM items NOT INDEXED WHERE item_id = ?1)", it.ID).Scan(&hidden, &there)
	if err != nil || hidden != 0 || there != 1 {
		t.Fatalf("the index leads to %d, the table holds %d: %v", hidden, there, err)
	}
	if _, err := l.RedactStored(ctx, hush, RedactStoredOptions{}); !errors.Is(err, ErrTampered) {
		t.Errorf("%v", err)
	}
	var kinds int
	if err := l.read.QueryRow("SELECT count(*) FROM events WHERE kind = 'redact'").Scan(&kinds); err != nil || kinds != 0 {
		t.Errorf("%d events of redact-stored: %v", kinds, err)
	}
}

// What another program writes, while the library is open here, is seen.
func TestProve_TamperedMeanwhile(t *testing.T) {
	ctx := context.Background()
	l := secretLibrary(t, 3, 3)
	l.put(segment("agent-x", "keeps the project", 0, "p", testTime, "hello"), title("t"))
	if _, err := l.RedactStored(ctx, hush, RedactStoredOptions{}); err != nil { // all were proved
		t.Fatal(err)
	}
	it := l.put(segment("agent-x", "s1", 0, "p", testTime, "hushlater"), title("t"))
	db := raw(t, l.path)
	mustExec(t, db, "CREATE TABLE was AS SELECT * FROM items WHERE item_id = ?", it.ID)
	l.put(segment("agent-x", "s1", 0, "p", testTime, "and another"), title("t"))
	if n, err := l.Retag(ctx, "agent-x", "s1", "elsewhere"); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	mustExec(t, db, "DELETE FROM items WHERE item_id = ?", it.ID)
	mustExec(t, db, "INSERT INTO items SELECT * FROM was")
	mustExec(t, db, "DROP TABLE was")
	if _, err := l.Retag(ctx, "agent-x", "s1", "back"); !errors.Is(err, ErrTampered) {
		t.Errorf("%v", err)
	}
}
