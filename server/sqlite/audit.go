package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"

	"jezero/server/chain"
)

// A Reader can be verified: nothing that verify does could write.
var _ chain.EventSource = (*Reader)(nil)

const eventColumns = "source, seq, v, prev, key_id, kind, external_id, item_id, at_ms, rules, commits, attrs, hash"

// scanEvent reads a row. What cannot be an event any more is told in Bad.
func scanEvent(row interface{ Scan(...any) error }) (rec chain.Record, err error) {
	var commits, attrs string
	e := &rec.Event
	err = row.Scan(&e.Source, &e.Seq, &e.V, &e.Prev, &e.KeyID, &e.Kind, &e.ExternalID, &e.ItemID, &e.AtMS, &e.Rules,
		&commits, &attrs, &rec.Stored)
	if err != nil {
		return rec, err
	}
	if e.Commit, err = chain.ParseCommit(commits); err != nil {
		rec.Bad = err.Error()
	}
	if e.Attrs, err = chain.ParseAttrs(attrs); err != nil {
		rec.Bad = err.Error()
	}
	return rec, nil
}

// headTries bounds how often Verify begins anew because the head was being
// written while it looked.
const headTries = 16

// Verify proves everything that the library holds at one moment against the keys
// and the head. While a program writes, the chain may go on past the head that
// readHead returns, which is fine. A missing or unreadable head, chain.ErrNoHead
// or chain.ErrBadHead, is a problem in the report; other errors are returned.
func (r *Reader) Verify(ctx context.Context, keys *chain.Keys, readHead func() (*chain.Head, error)) (rep chain.Report, err error) {
	read := func() (*chain.Head, error) {
		head, err := readHead()
		if errors.Is(err, chain.ErrNoHead) || errors.Is(err, chain.ErrBadHead) {
			return nil, nil
		}
		return head, err
	}
	for try := 1; ; try++ {
		again := false
		// The head is read first: one that is older than the chain is no problem, and
		// a younger one would be.
		head, err := read()
		if err != nil {
			return rep, err
		}
		err = r.inView(ctx, func(v *view) error {
			// The view's moment is that of its first query.
			var any int
			if err := v.tx.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&any); err != nil {
				return err
			}
			// Where events were signed anew in between, an older head does not fit.
			after, err := read()
			if err != nil {
				return err
			}
			if again = !reflect.DeepEqual(head, after) && try < headTries; again {
				return nil
			}
			rep, err = chain.Verify(ctx, audit{v.tx}, keys, head)
			return err
		})
		if err != nil || !again {
			return rep, err
		}
	}
}

// audit is a library, or one moment of it, as it is verified.
type audit struct {
	db interface {
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
		QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	}
}

// Events implements chain.EventSource.
func (r *Reader) Events(ctx context.Context, yield func(chain.Record) error) error {
	return audit{r.db}.Events(ctx, yield)
}

// EventAt implements chain.EventSource.
func (r *Reader) EventAt(ctx context.Context, source string, seq int64) (chain.Record, bool, error) {
	return audit{r.db}.EventAt(ctx, source, seq)
}

// Items implements chain.EventSource.
func (r *Reader) Items(ctx context.Context, yield func(chain.Projection) error) error {
	return audit{r.db}.Items(ctx, yield)
}

// Events implements chain.EventSource.
func (r audit) Events(ctx context.Context, yield func(chain.Record) error) error {
	rows, err := r.db.QueryContext(ctx, "SELECT "+eventColumns+" FROM events ORDER BY source, seq")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		rec, err := scanEvent(rows)
		if err != nil {
			return err
		}
		if err := yield(rec); err != nil {
			return err
		}
	}
	return rows.Err()
}

// EventAt implements chain.EventSource.
func (r audit) EventAt(ctx context.Context, source string, seq int64) (chain.Record, bool, error) {
	rec, err := scanEvent(r.db.QueryRowContext(ctx, "SELECT "+eventColumns+" FROM events WHERE source = ? AND seq = ?", source, seq))
	if errors.Is(err, sql.ErrNoRows) {
		return rec, false, nil
	}
	return rec, err == nil, err
}

// Items implements chain.EventSource.
func (r audit) Items(ctx context.Context, yield func(chain.Projection) error) error {
	// The keys are sorted first, by themselves (the limit keeps SQLite from leaving
	// that out): sorting whole rows would take the memory of all their texts.
	rows, err := r.db.QueryContext(ctx, "WITH o AS MATERIALIZED (SELECT pk FROM items ORDER BY source_id, event_seq LIMIT -1) SELECT "+
		recordColumns+" FROM o CROSS JOIN items i ON i.pk = o.pk CROSS JOIN sources s ON s.id = i.source_id CROSS JOIN projects p ON p.id = i.project_id")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		rec, err := scanRecord(rows)
		if err != nil {
			return err
		}
		// That the id belongs to the external id is what the event commits to: a
		// session that was redacted has another external id than its items' were
		// made from.
		p := chain.Projection{ItemID: rec.item.ID, Source: rec.item.Source, EventSeq: rec.eventSeq, Parts: rec.commitParts()}
		if err := yield(p); err != nil {
			return err
		}
	}
	return rows.Err()
}

// ErrGuards says that something that holds the events append-only is missing.
var ErrGuards = errors.New("the library's append-only guards are missing or changed")

// Guards checks that the schema is the one that this program made: triggers
// that were dropped leave no other trace.
func (r *Reader) Guards(ctx context.Context) error {
	return checkGuards(ctx, r.db)
}

func checkGuards(ctx context.Context, db *sql.DB) error {
	names, err := stringsOf(ctx, db, `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'events'
		AND sql LIKE '%RAISE(ABORT%' ORDER BY name`)
	if err != nil {
		return fmt.Errorf("reading the schema: %w", err)
	}
	if len(names) != 3 || names[0] != "events_delete" || names[1] != "events_insert" || names[2] != "events_update" {
		return ErrGuards
	}
	return nil
}
