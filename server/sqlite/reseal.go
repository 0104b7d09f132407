package sqlite

import (
	"context"
	"errors"
	"fmt"

	"jezero/server/chain"
)

// reseal takes what the rules find out of the events themselves, which name the
// session that they are about. It is the one thing that changes events: those
// from the first that holds such a text to the end of its source's chain are
// proved, signed anew, and an event says so. Before the change is committed the
// head names both ends, so that a crash leaves a library that verifies.
func (s *sweep) reseal(ctx context.Context) error {
	due, err := s.sealed(ctx)
	if err != nil || len(due) == 0 {
		return err
	}
	err = s.db.inTx(ctx, func(t *tx) error {
		before, err := t.allTips(ctx)
		if err != nil {
			return err
		}
		clear(t.tips)
		var guard string
		found, err := t.row(ctx, "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = 'events_update'", nil, &guard)
		if err != nil || !found {
			return errors.Join(ErrGuards, err)
		}
		if err := t.mark(ctx, scrubFact); err != nil {
			return err
		}
		if _, err := t.ExecContext(ctx, "DROP TRIGGER events_update"); err != nil {
			return err
		}
		for source, from := range due {
			if err := s.resealSource(ctx, t, source, from); err != nil {
				return err
			}
		}
		if _, err := t.ExecContext(ctx, guard); err != nil {
			return err
		}
		next := map[string]chain.Tip{}
		for source := range due {
			next[source] = t.tips[source]
		}
		return t.db.keys.WriteHeads(t.db.headPath, before, next, t.at)
	})
	if err != nil {
		return fmt.Errorf("signing events anew: %w", err)
	}
	return nil
}

// sealed finds, by source, the first event that holds what the rules take.
func (s *sweep) sealed(ctx context.Context) (map[string]int64, error) {
	rows, err := s.db.read.QueryContext(ctx, "SELECT source, seq, external_id FROM events ORDER BY source, seq")
	if err != nil {
		return nil, fmt.Errorf("reading the events: %w", err)
	}
	defer rows.Close()
	due := map[string]int64{}
	for rows.Next() {
		var source, id string
		var seq int64
		if err := rows.Scan(&source, &seq, &id); err != nil {
			return nil, fmt.Errorf("reading the events: %w", err)
		}
		if due[source] == 0 && s.redactor.String(id) != id {
			due[source] = seq
		}
	}
	return due, rows.Err()
}

func (s *sweep) resealSource(ctx context.Context, t *tx, source string, from int64) error {
	records, err := t.eventsFrom(ctx, source, from)
	if err != nil {
		return err
	}
	var old string // hash of the event before, as it was
	if from > 1 {
		if _, err := t.row(ctx, "SELECT hash FROM events WHERE source = ? AND seq = ?", []any{source, from - 1}, &old); err != nil {
			return err
		}
	}
	prev, changed := old, 0
	for i := range records {
		rec := &records[i]
		hash, err := t.db.keys.Hash(&rec.Event)
		if err != nil || rec.Bad != "" || hash != rec.Stored || rec.Prev != old || rec.Seq != from+int64(i) {
			return errors.Join(ErrTampered, err)
		}
		old = rec.Stored
		if id := s.redactor.String(rec.ExternalID); id != rec.ExternalID {
			changed++
			item, err := t.load(ctx, "i.item_id = ?", rec.ItemID)
			if err != nil {
				return err
			}
			if item != nil {
				if err := t.prove(ctx, item); err != nil {
					return err
				}
				id = item.item.ExternalID
			}
			rec.ExternalID = id
		}
		rec.Prev = prev
		if prev, err = t.db.keys.Hash(&rec.Event); err != nil {
			return err
		}
		err = t.exec(ctx, "UPDATE events SET external_id = ?, prev = ?, hash = ? WHERE source = ? AND seq = ?",
			rec.ExternalID, rec.Prev, prev, source, rec.Seq)
		if err != nil {
			return err
		}
	}
	t.tips[source] = chain.Tip{Seq: from + int64(len(records)) - 1, Hash: prev}
	_, err = t.append(ctx, chain.Event{Source: source, Kind: chain.KindReseal, Rules: s.redactor.Version(), Commit: map[string]string{},
		Attrs: chain.Attrs{"from": chain.Int(int(from)), "changed": chain.Int(changed)}})
	return err
}

func (t *tx) eventsFrom(ctx context.Context, source string, from int64) ([]chain.Record, error) {
	rows, err := t.QueryContext(ctx, "SELECT "+eventColumns+" FROM events WHERE source = ? AND seq >= ? ORDER BY seq", source, from)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []chain.Record
	for rows.Next() {
		rec, err := scanEvent(rows)
		if err != nil {
			return nil, err
		}
		out = append(out, rec)
	}
	return out, rows.Err()
}
