package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

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

// Events implements chain.EventSource.
func (r *Reader) Events(ctx context.Context, yield func(chain.Record) error) error {
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
func (r *Reader) EventAt(ctx context.Context, source string, seq int64) (chain.Record, bool, error) {
	rec, err := scanEvent(r.db.QueryRowContext(ctx, "SELECT "+eventColumns+" FROM events WHERE source = ? AND seq = ?", source, seq))
	if errors.Is(err, sql.ErrNoRows) {
		return rec, false, nil
	}
	return rec, err == nil, err
}

// Items implements chain.EventSource.
func (r *Reader) Items(ctx context.Context, yield func(chain.Projection) error) error {
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
