package sqlite

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"jezero/server/chain"
)

// reseal takes what the rules find out of the events themselves, which name the
// session that they are about. It is the one thing that changes events: those
// from the first that holds such a text to the end of its source's chain are
// proved, signed anew, and an event says so. Before the change is committed the
// head names both ends, so that a crash leaves a library that verifies. A source
// that does not verify from there on stays as it is.
func (s *sweep) reseal(ctx context.Context) error {
	due, err := s.sealed(ctx)
	if err != nil {
		return err
	}
	for _, source := range slices.Sorted(maps.Keys(due)) {
		err := s.db.inTx(ctx, func(t *tx) error { return s.resealOne(ctx, t, source, due[source]) })
		if errors.Is(err, ErrTampered) {
			s.refused.item(err)
			s.refused.sources = append(s.refused.sources, source)
			continue
		}
		if err != nil {
			return fmt.Errorf("signing events anew: %w", err)
		}
	}
	return nil
}

func (s *sweep) resealOne(ctx context.Context, t *tx, source string, from int64) error {
	before, err := t.allTips(ctx)
	if err != nil {
		return err
	}
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
	if err := s.resealSource(ctx, t, source, from); err != nil {
		return err
	}
	if _, err := t.ExecContext(ctx, guard); err != nil {
		return err
	}
	return t.db.keys.WriteHeads(t.db.headPath, before, map[string]chain.Tip{source: t.tips[source]}, t.at)
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

// resealBatch is how many events are read at once.
const resealBatch = 1024

func (s *sweep) resealSource(ctx context.Context, t *tx, source string, from int64) error {
	var old string // hash of the event before, as it was
	if from > 1 {
		if _, err := t.row(ctx, "SELECT hash FROM events WHERE source = ? AND seq = ?", []any{source, from - 1}, &old); err != nil {
			return err
		}
	}
	prev, changed, seq := old, 0, from
	for {
		records, err := t.eventsFrom(ctx, source, seq)
		if err != nil {
			return err
		}
		if len(records) == 0 {
			break
		}
		for i := range records {
			rec := &records[i]
			hash, err := t.db.keys.Hash(&rec.Event)
			if err != nil || rec.Bad != "" || hash != rec.Stored || rec.Prev != old || rec.Seq != seq {
				return errors.Join(ErrTampered, err)
			}
			old = rec.Stored
			if s.redactor.String(rec.ExternalID) != rec.ExternalID {
				changed++
				if rec.ExternalID, err = s.sealedID(ctx, t, rec); err != nil {
					return err
				}
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
			seq++
		}
	}
	t.tips[source] = chain.Tip{Seq: seq - 1, Hash: prev}
	// What the chain ended in before lets whoever kept an older head or copy see
	// that this is where it went on.
	_, err := t.append(ctx, chain.Event{Source: source, Kind: chain.KindReseal, Rules: s.redactor.Version(), Commit: map[string]string{},
		Attrs: chain.Attrs{"from": chain.Int(from), "changed": chain.Int(changed), "was": chain.NewText(old)}})
	return err
}

// sealedID is the id that an event names from now on: that of its item, which
// has another one by now, and of what was forgotten the redacted one.
func (s *sweep) sealedID(ctx context.Context, t *tx, rec *chain.Record) (string, error) {
	item, err := t.load(ctx, "i.item_id = ?", rec.ItemID)
	if err != nil {
		return "", err
	}
	if item == nil {
		return s.redactor.String(rec.ExternalID), nil
	}
	return item.item.ExternalID, t.prove(ctx, item)
}

func (t *tx) eventsFrom(ctx context.Context, source string, from int64) ([]chain.Record, error) {
	s, err := t.stmt(ctx, "SELECT "+eventColumns+" FROM events WHERE source = ? AND seq >= ? ORDER BY seq LIMIT ?")
	if err != nil {
		return nil, err
	}
	rows, err := s.QueryContext(ctx, source, from, resealBatch)
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
