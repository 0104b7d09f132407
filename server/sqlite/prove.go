package sqlite

import (
	"context"
	"crypto/hmac"
	"database/sql"
	"errors"
	"fmt"
)

// ErrTampered says that an item or an event is not what was signed, so that it
// cannot be signed anew.
var ErrTampered = errors.New("the library does not verify, so nothing in it is signed anew; run: jezero verify")

// prove checks that an item is what its newest event says, before another
// revision is made of it. Without this, a text that someone without the keys
// wrote into the file would be signed with the next change of its item.
func (t *tx) prove(ctx context.Context, r *record) error {
	bad := func(err error) error {
		return errors.Join(fmt.Errorf("item %s is not what was signed (jezero forget --item %s removes it): %w",
			r.item.ID, r.item.ID, ErrTampered), err)
	}
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
	newest, err := t.newest(ctx, r.item.ID, r.eventSeq)
	if err == nil && newest != r.eventSeq {
		err = bad(nil)
	}
	return err
}

// newest is the number of an item's newest event: an item that was put back to
// an older revision is as that one was signed. Events have no index by item, so
// all are read once; want is what is expected, and where the answer is another
// they are read again, as a transaction may have been rolled back since.
func (t *tx) newest(ctx context.Context, itemID string, want int64) (int64, error) {
	if seq, ok := t.db.newest[itemID]; ok && seq == want {
		return seq, nil
	}
	rows, err := t.QueryContext(ctx, "SELECT item_id, seq FROM events WHERE item_id <> '' ORDER BY source, seq")
	if err != nil {
		return 0, fmt.Errorf("reading the events: %w", err)
	}
	defer rows.Close()
	all := map[string]int64{}
	for rows.Next() {
		var id string
		var seq int64
		if err := rows.Scan(&id, &seq); err != nil {
			return 0, fmt.Errorf("reading the events: %w", err)
		}
		all[id] = seq
	}
	t.db.newest = all
	return all[itemID], rows.Err()
}
