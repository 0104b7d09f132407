package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"testing"

	"jezero/server/chain"
)

// flipped runs f for a copy of the library in which anything can be changed,
// with a verify to call after each change.
func flipped(t *testing.T, l *library, f func(db *sql.DB, verify func() *chain.Problem)) {
	t.Helper()
	tampered(t, l, func(db *sql.DB) {
		var path string
		if err := db.QueryRow("SELECT file FROM pragma_database_list").Scan(&path); err != nil {
			t.Fatal(err)
		}
		r, err := OpenReader(path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		head, err := chain.ReadHead(HeadPath(path))
		if err != nil {
			t.Fatal(err)
		}
		f(db, func() *chain.Problem {
			rep, err := chain.Verify(context.Background(), r, l.keys, head)
			if err != nil {
				t.Fatal(err)
			}
			return rep.First()
		})
		if p := r.Guards(context.Background()); p == nil {
			t.Error("the guards that were dropped are not missed")
		}
	})
}

func mustExec(t testing.TB, db *sql.DB, q string, args ...any) {
	t.Helper()
	if _, err := db.Exec(q, args...); err != nil {
		t.Fatal(err)
	}
}

// Every bit of every number of an event counts, and every byte of the name of
// its source, which is its place.
func TestVerify_EveryBitOfAnEvent(t *testing.T) {
	l := chained(t)
	flipped(t, l, func(db *sql.DB, verify func() *chain.Problem) {
		flips := 0
		for _, c := range []string{"seq", "v", "at_ms"} {
			var v int64
			if err := db.QueryRow("SELECT " + c + " FROM events WHERE source = 'alpha' AND seq = 2").Scan(&v); err != nil {
				t.Fatal(err)
			}
			for bit := range 63 {
				now, at := v^1<<bit, int64(2)
				if c == "seq" {
					at = now
				}
				if _, err := db.Exec("UPDATE events SET "+c+" = ? WHERE source = 'alpha' AND seq = 2", now); err != nil {
					continue // another event has that number
				}
				// A later number leaves a gap at 2; an earlier one is out of order.
				if p := verify(); p == nil || p.Source != "alpha" || p.Seq != 2 && p.Seq != at {
					t.Errorf("%s, bit %d: first problem is %v", c, bit, p)
				}
				mustExec(t, db, "UPDATE events SET "+c+" = ? WHERE source = 'alpha' AND seq = ?", v, at)
				flips++
			}
		}
		for i := range len("alpha") {
			b := []byte("alpha")
			b[i] ^= 1 << (i % 5)
			mustExec(t, db, "UPDATE events SET source = ? WHERE source = 'alpha' AND seq = 2", string(b))
			if p := verify(); p == nil || p.Seq != 1 && p.Seq != 2 || p.Source != "alpha" && p.Source != string(b) {
				t.Errorf("source, byte %d: first problem is %v", i, p)
			}
			mustExec(t, db, "UPDATE events SET source = 'alpha' WHERE source = ?", string(b))
			flips++
		}
		if flips < 180 {
			t.Errorf("%d flips only", flips)
		}
		if p := verify(); p != nil {
			t.Errorf("undone, it does not verify: %v", p)
		}
	})
}

// Every column of an item counts, whatever is added to the table: an edited
// projection is named by the event that it should be.
func TestVerify_EveryColumnOfAnItem(t *testing.T) {
	l := chained(t)
	// The row's number says nothing but the order; its index is checked apart.
	free := []string{"pk"}
	flipped(t, l, func(db *sql.DB, verify func() *chain.Problem) {
		mustExec(t, db, "PRAGMA foreign_keys = 0")
		rows, err := db.Query("SELECT name, type FROM pragma_table_info('items')")
		if err != nil {
			t.Fatal(err)
		}
		type column struct{ name, kind string }
		var columns []column
		for rows.Next() {
			var c column
			if err := rows.Scan(&c.name, &c.kind); err != nil {
				t.Fatal(err)
			}
			columns = append(columns, c)
		}
		rows.Close()
		if len(columns) < 20 {
			t.Fatalf("%d columns", len(columns))
		}
		for _, c := range columns {
			if slices.Contains(free, c.name) {
				continue
			}
			var old any
			if err := db.QueryRow("SELECT " + c.name + " FROM items WHERE external_id = 's3#0' AND source_id = 1").Scan(&old); err != nil {
				t.Fatal(err)
			}
			next := c.name + " || 'x'"
			if c.kind == "INTEGER" {
				next = c.name + " + 1"
			}
			var pk int64
			if err := db.QueryRow("UPDATE items SET " + next[:len(c.name)] + " = " + next + " WHERE external_id = 's3#0' AND source_id = 1 RETURNING pk").Scan(&pk); err != nil {
				t.Logf("%s cannot be changed: %v", c.name, err)
				continue
			}
			p := verify()
			if p == nil || p.Kind != chain.ProblemProjection {
				t.Errorf("%s: first problem is %v", c.name, p)
			}
			mustExec(t, db, "UPDATE items SET "+c.name+" = ? WHERE pk = ?", old, pk)
		}
		for name, q := range map[string]string{
			"an item that nobody signed": `INSERT INTO items SELECT pk + 1, 'mzzz', source_id, project_id, 'zz#0', session, ordinal, branch, trust, started_ms,
				ended_ms, stored_ms, revision, rules, hash, summarizer, event_seq, redactions, title, summary, questions, atoms, parts, turns, body
				FROM items WHERE external_id = 's3#0' AND source_id = 1`,
			"a source with another name": "UPDATE sources SET name = 'gamma' WHERE name = 'beta'",
		} {
			mustExec(t, db, "BEGIN")
			mustExec(t, db, q)
			mustExec(t, db, "COMMIT")
			if p := verify(); p == nil || p.Kind != chain.ProblemProjection {
				t.Errorf("%s: first problem is %v", name, p)
			}
			mustExec(t, db, "DELETE FROM items WHERE item_id = 'mzzz'")
			mustExec(t, db, "UPDATE sources SET name = 'beta' WHERE name = 'gamma'")
		}
		if p := verify(); p != nil {
			t.Errorf("undone, it does not verify: %v", p)
		}
	})
}

// Whatever is cut off the end, however much, the head misses it; so it does
// when all chains are cut, or each at another place.
func TestVerify_EveryTail(t *testing.T) {
	l := chained(t)
	for source, events := range map[string]int64{"alpha": 5, "beta": 5} {
		for from := int64(1); from <= events; from++ {
			t.Run(fmt.Sprintf("%s from %d", source, from), func(t *testing.T) {
				flipped(t, l, func(db *sql.DB, verify func() *chain.Problem) {
					mustExec(t, db, "DELETE FROM events WHERE source = ? AND seq >= ?", source, from)
					if p := verify(); p == nil || p.Kind != chain.ProblemHead || p.Source != source || p.Seq != from {
						t.Errorf("first problem is %v", p)
					}
				})
			})
		}
	}
}
