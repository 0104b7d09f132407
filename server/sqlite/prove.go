package sqlite

import (
	"context"
	"crypto/hmac"
	"database/sql"
	"errors"
	"fmt"

	"jezero/server"
)

// ErrTampered says that an item or an event is not what was signed, so that it
// cannot be signed anew.
var ErrTampered = server.ErrTampered

// unproven is an item that is not what was signed. It is an ErrTampered.
type unproven struct {
	id    string
	cause error // may be nil
}

func (e *unproven) Error() string {
	return fmt.Sprintf("item %s (jezero forget --item %s removes it): %v", e.id, e.id, ErrTampered)
}

func (e *unproven) Unwrap() []error { return []error{ErrTampered, e.cause} }

// refused gathers what is not what was signed, so that all else can go on.
type refused struct {
	items, sources []string
}

// item takes down the item that an error is about, and reports whether it is
// about one.
func (l *refused) item(err error) bool {
	var bad *unproven
	if !errors.As(err, &bad) {
		return false
	}
	for _, id := range l.items {
		if id == bad.id {
			return true
		}
	}
	l.items = append(l.items, bad.id)
	return true
}

// err is a *server.TamperedError, nil when there is nothing to name.
func (l *refused) err() error {
	if len(l.items)+len(l.sources) == 0 {
		return nil
	}
	return &server.TamperedError{Items: l.items, Sources: l.sources}
}

// prove checks that an item is what its newest event says, before another
// revision is made of it. Without this, a text that someone without the keys
// wrote into the file would be signed with the next change of its item.
func (t *tx) prove(ctx context.Context, r *record) error {
	bad := func(err error) error { return &unproven{r.item.ID, err} }
	rec, err := scanEvent(t.QueryRowContext(ctx, "SELECT "+eventColumns+" FROM events WHERE source = ? AND seq = ?", r.item.Source, r.eventSeq))
	if errors.Is(err, sql.ErrNoRows) {
		return bad(nil)
	}
	if err != nil {
		return fmt.Errorf("reading an event: %w", err)
	}
	hash, err := t.db.keys.Hash(&rec.Event)
	if err != nil || rec.Bad != "" || hash != rec.Stored || rec.ItemID != r.item.ID {
		return bad(err)
	}
	for name, data := range r.commitParts() {
		c, err := t.db.keys.Commit(rec.KeyID, name, data)
		if err != nil || !hmac.Equal([]byte(c), []byte(rec.Commit[name])) {
			return bad(err)
		}
	}
	old, err := t.outdated(ctx, r)
	if err == nil && old {
		err = bad(nil)
	}
	return err
}

// outdated holds the items that are older than their newest event, which are
// few, whatever the library's size: who puts a row back to an older revision
// makes it as that one was signed.
type outdated struct {
	dataVersion int64 // SQLite's, when the events were read
	newest      map[string]int64
}

// outdated reports whether the chain holds a newer event of the item than the
// one that it says it comes from. Events have no index by item, as an index
// could be made to lie, so all are read once, and again when another program
// wrote since.
func (t *tx) outdated(ctx context.Context, r *record) (bool, error) {
	var version int64
	if _, err := t.row(ctx, "PRAGMA data_version", nil, &version); err != nil {
		return false, fmt.Errorf("reading the events: %w", err)
	}
	if o := t.db.outdated; o == nil || o.dataVersion != version {
		newest, err := t.findOutdated(ctx)
		if err != nil {
			return false, fmt.Errorf("reading the events: %w", err)
		}
		t.db.outdated = &outdated{version, newest}
	}
	if t.db.outdated.newest[r.item.ID] > r.eventSeq {
		return true, nil
	}
	// The events were compared with the item that the index leads to: it must be
	// this one.
	var pk int64
	found, err := t.row(ctx, "SELECT pk FROM items INDEXED BY sqlite_autoindex_items_1 WHERE item_id = ?", []any{r.item.ID}, &pk)
	if err != nil {
		return false, fmt.Errorf("reading an item: %w", err)
	}
	return !found || pk != r.pk, nil
}

func (t *tx) findOutdated(ctx context.Context) (map[string]int64, error) {
	// CROSS JOIN keeps SQLite to this order: one pass over the events, and a look
	// at the item of each.
	rows, err := t.QueryContext(ctx, `SELECT e.item_id, e.seq FROM events e
		CROSS JOIN items i INDEXED BY sqlite_autoindex_items_1 ON i.item_id = e.item_id
		WHERE e.item_id <> '' AND e.seq > i.event_seq`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	newest := map[string]int64{}
	for rows.Next() {
		var id string
		var seq int64
		if err := rows.Scan(&id, &seq); err != nil {
			return nil, err
		}
		newest[id] = max(newest[id], seq)
	}
	return newest, rows.Err()
}
