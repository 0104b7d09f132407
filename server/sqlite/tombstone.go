package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"jezero/server/chain"
)

// Tombstone keeps something that was forgotten on purpose from coming back. It
// is keyed by what the sources say, so that it holds in every copy of the
// library.
type Tombstone struct {
	Scope  ForgetScope
	Source string // "" for a project
	Name   string // ForgetItem: the external id; ForgetSource: ""
	At     time.Time
}

// ReadTombstones lists what was forgotten in the library at path, the oldest
// first, also where its layout is an older one: this table is that of the first.
func ReadTombstones(ctx context.Context, path string) (_ []Tombstone, err error) {
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("reading what was forgotten: %w", err)
	}
	db, err := openRead(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(explain(path, err), db.Close()) }()
	if err := checkVersion(ctx, db); err != nil && !errors.Is(err, ErrOlder) {
		return nil, err
	}
	return tombstones(ctx, db)
}

// Tombstones lists what was forgotten, the oldest first.
func (r *Reader) Tombstones(ctx context.Context) ([]Tombstone, error) { return tombstones(ctx, r.db) }

func tombstones(ctx context.Context, q querier) ([]Tombstone, error) {
	rows, err := q.QueryContext(ctx, "SELECT scope, source, name, at_ms FROM tombstones ORDER BY at_ms, scope, source, name")
	if err != nil {
		return nil, fmt.Errorf("reading what was forgotten: %w", err)
	}
	defer rows.Close()
	var out []Tombstone
	for rows.Next() {
		var t Tombstone
		var at int64
		if err := rows.Scan(&t.Scope, &t.Source, &t.Name, &at); err != nil {
			return nil, fmt.Errorf("reading what was forgotten: %w", err)
		}
		t.At = fromMillis(at)
		out = append(out, t)
	}
	return out, rows.Err()
}

// Bury forgets what the tombstones of another copy of this library name, as
// Forget does, and keeps the tombstones. It returns how many items went.
func (d *DB) Bury(ctx context.Context, stones []Tombstone) (int, error) {
	n := 0
	err := d.inTx(ctx, func(t *tx) error {
		for _, s := range stones {
			where, args, err := s.where()
			if err != nil {
				return err
			}
			err = t.exec(ctx, "INSERT INTO tombstones (scope, source, name, at_ms) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
				string(s.Scope), s.Source, s.Name, millis(s.At))
			if err != nil {
				return err
			}
			for {
				records, err := t.some(ctx, where, args)
				if err != nil {
					return err
				}
				if len(records) == 0 {
					break
				}
				for _, r := range records {
					if err := t.forget(ctx, r); err != nil {
						return err
					}
					n++
				}
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("forgetting: %w", err)
	}
	return n, d.scrub(ctx)
}

// where selects the items that a tombstone is for.
func (s Tombstone) where() (string, []any, error) {
	switch s.Scope {
	case ForgetItem:
		return "s.name = ? AND i.external_id = ?", []any{s.Source, s.Name}, nil
	case ForgetSession:
		return "s.name = ? AND i.session = ?", []any{s.Source, s.Name}, nil
	case ForgetProject:
		return "p.name = ?", []any{s.Name}, nil
	case ForgetSource:
		return "s.name = ?", []any{s.Source}, nil
	}
	return "", nil, errors.New("a tombstone of an unknown scope")
}

// Match counts the items that a target of Forget names, and lists at most a
// few of their titles, newest first, to be shown before they go.
func (r *Reader) Match(ctx context.Context, target ForgetTarget, titles int) (n int, some []string, err error) {
	var where string
	var args []any
	switch target.Scope {
	case ForgetItem:
		where, args = "i.item_id = ?", []any{target.Name}
	case ForgetSession:
		where, args = "i.session = ?", []any{target.Name}
		if target.Source != "" {
			where, args = where+" AND s.name = ?", append(args, target.Source)
		}
	case ForgetProject:
		where, args = "p.name = ?", []any{target.Name}
	case ForgetSource:
		where, args = "s.name = ?", []any{target.Name}
	default:
		return 0, nil, errors.New("unknown scope: use item, session, project or source")
	}
	if err := r.db.QueryRowContext(ctx, "SELECT count(*)"+recordFrom+"WHERE "+where, args...).Scan(&n); err != nil {
		return 0, nil, fmt.Errorf("counting what would be forgotten: %w", err)
	}
	some, err = stringsOf(ctx, r.db, "SELECT i.title"+recordFrom+"WHERE "+where+" ORDER BY i.pk DESC LIMIT ?", append(args, titles)...)
	if err != nil {
		return 0, nil, fmt.Errorf("reading what would be forgotten: %w", err)
	}
	return n, some, nil
}

// Forgotten reports whether what a target of Forget names was forgotten before.
func (r *Reader) Forgotten(ctx context.Context, target ForgetTarget) (yes bool, err error) {
	query, args := "SELECT EXISTS (SELECT 1 FROM tombstones WHERE scope = ? AND name = ? AND (? = '' OR source = ?))",
		[]any{string(target.Scope), target.Name, target.Source, target.Source}
	switch target.Scope {
	case ForgetItem: // a tombstone is not keyed by the item's id; the event is
		query, args = "SELECT EXISTS (SELECT 1 FROM events WHERE kind = ? AND item_id = ?)", []any{chain.KindForget, target.Name}
	case ForgetSource:
		args = []any{string(target.Scope), "", target.Name, target.Name}
	}
	if err := r.db.QueryRowContext(ctx, query, args...).Scan(&yes); err != nil {
		return false, fmt.Errorf("looking for tombstones: %w", err)
	}
	return yes, nil
}

// SourcesOfSession names the sources that hold items of a session.
func (r *Reader) SourcesOfSession(ctx context.Context, session string) ([]string, error) {
	list, err := stringsOf(ctx, r.db, "SELECT DISTINCT s.name"+recordFrom+"WHERE i.session = ? ORDER BY s.name", session)
	if err != nil {
		return nil, fmt.Errorf("looking for the session: %w", err)
	}
	return list, nil
}
