package sqlite

import (
	"context"
	"database/sql"
	"errors"
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
