package sqlite

import (
	"context"
	"errors"
	"fmt"

	"jezero/server"
	"jezero/server/chain"
)

// ForgetScope says what is to be forgotten.
type ForgetScope string

const (
	ForgetItem    ForgetScope = "item"    // Name is the item's id
	ForgetSession ForgetScope = "session" // Source and Name
	ForgetProject ForgetScope = "project" // Name
	ForgetSource  ForgetScope = "source"  // Name
)

// ForgetTarget names it.
type ForgetTarget struct {
	Scope  ForgetScope
	Source string
	Name   string
}

// Forget deletes what the target names, for good: rows, index and old bytes. A
// tombstone keeps it from coming back when its source is read again, and each
// deletion is an event. It returns how many items went. ErrOldBytes says that
// they went, but that the log could not be emptied.
func (d *DB) Forget(ctx context.Context, target ForgetTarget) (int, error) {
	n := 0
	err := d.inTx(ctx, func(t *tx) error {
		where, args, err := t.forgetWhere(ctx, &target)
		if err != nil {
			return err
		}
		if err := t.tombstone(ctx, target); err != nil {
			return err
		}
		// In pieces: a source may hold more than should stand in memory.
		for {
			records, err := t.some(ctx, where, args)
			if err != nil || len(records) == 0 {
				return err
			}
			for _, r := range records {
				if err := t.forget(ctx, r); err != nil {
					return err
				}
				n++
			}
		}
	})
	if err != nil {
		return 0, fmt.Errorf("forgetting: %w", err)
	}
	return n, d.scrub(ctx)
}

// forgetWhere selects the items; for an item it also turns the target into what
// a tombstone is keyed by.
func (t *tx) forgetWhere(ctx context.Context, target *ForgetTarget) (string, []any, error) {
	switch target.Scope {
	case ForgetItem:
		r, err := t.load(ctx, "i.item_id = ?", target.Name)
		if err != nil {
			return "", nil, err
		}
		if r == nil {
			return "", nil, server.ErrNotFound
		}
		target.Source, target.Name = r.item.Source, r.item.ExternalID
		return "i.pk = ?", []any{r.pk}, nil
	case ForgetSession:
		return "s.name = ? AND i.session = ?", []any{target.Source, target.Name}, nil
	case ForgetProject:
		target.Source = ""
		return "p.name = ?", []any{target.Name}, nil
	case ForgetSource:
		target.Source, target.Name = target.Name, ""
		return "s.name = ?", []any{target.Source}, nil
	}
	return "", nil, errors.New("unknown scope: use item, session, project or source")
}

func (t *tx) tombstone(ctx context.Context, g ForgetTarget) error {
	return t.exec(ctx, "INSERT INTO tombstones (scope, source, name, at_ms) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
		string(g.Scope), g.Source, g.Name, t.at.UnixMilli())
}

func (t *tx) some(ctx context.Context, where string, args []any) ([]*record, error) {
	s, err := t.stmt(ctx, "SELECT "+recordColumns+recordFrom+"WHERE "+where+" LIMIT 256")
	if err != nil {
		return nil, err
	}
	rows, err := s.QueryContext(ctx, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []*record
	for rows.Next() {
		r, err := scanRecord(rows)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, rows.Err()
}

func (t *tx) forget(ctx context.Context, r *record) error {
	if err := t.mark(ctx, scrubFact); err != nil {
		return err
	}
	if err := t.remove(ctx, r); err != nil {
		return err
	}
	if err := t.dropProject(ctx, r.projectID); err != nil {
		return err
	}
	_, err := t.append(ctx, chain.Event{
		Source: r.item.Source, Kind: chain.KindForget, ExternalID: r.item.ExternalID, ItemID: r.item.ID, Rules: r.item.Rules,
		Commit: map[string]string{}, Attrs: chain.Attrs{"revision": chain.Int(r.item.Revision)},
	})
	return err
}

// isForgotten reports whether the item was forgotten on purpose, by itself or
// with its session, project or source.
func (t *tx) isForgotten(ctx context.Context, it *server.Item) (bool, error) {
	var gone bool
	_, err := t.row(ctx, "SELECT "+forgotten, forgottenArgs(it.Source, it.ExternalID, it.Session, it.Project), &gone)
	if err != nil {
		return false, fmt.Errorf("looking for tombstones: %w", err)
	}
	return gone, nil
}
