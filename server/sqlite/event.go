package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"jezero/server/chain"
)

// tip is the last event of a source, as this transaction sees it.
func (t *tx) tip(ctx context.Context, source string) (chain.Tip, error) {
	if tip, ok := t.tips[source]; ok {
		return tip, nil
	}
	var tip chain.Tip
	_, err := t.row(ctx, "SELECT seq, hash FROM events WHERE source = ? ORDER BY seq DESC LIMIT 1",
		[]any{source}, &tip.Seq, &tip.Hash)
	if err != nil {
		return tip, fmt.Errorf("reading the end of the chain: %w", err)
	}
	return tip, nil
}

// append links, seals and stores an event, and returns its number.
func (t *tx) append(ctx context.Context, e chain.Event) (int64, error) {
	tip, err := t.tip(ctx, e.Source)
	if err != nil {
		return 0, err
	}
	e.Seq, e.Prev, e.AtMS = tip.Seq+1, tip.Hash, t.at.UnixMilli()
	hash := t.db.keys.Seal(&e)
	err = t.exec(ctx, `INSERT INTO events (source, seq, v, prev, key_id, kind, external_id, item_id, at_ms, rules, commits, attrs, hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		e.Source, e.Seq, e.V, e.Prev, e.KeyID, e.Kind, e.ExternalID, e.ItemID, e.AtMS, e.Rules,
		e.CommitJSON(), e.AttrsJSON(), hash)
	if err != nil {
		return 0, fmt.Errorf("appending to the chain: %w", err)
	}
	t.tips[e.Source] = chain.Tip{Seq: e.Seq, Hash: hash}
	return e.Seq, nil
}

// allTips returns the end of every chain.
func (t *tx) allTips(ctx context.Context) (map[string]chain.Tip, error) {
	names, err := stringsOf(ctx, t.Tx, "SELECT name FROM sources")
	if err != nil {
		return nil, err
	}
	tips := make(map[string]chain.Tip, len(names))
	for _, n := range names {
		tip, err := t.tip(ctx, n)
		if err != nil {
			return nil, err
		}
		if tip.Seq > 0 {
			tips[n] = tip
		}
	}
	return tips, nil
}

// anchor checks that the head fits the chain before anything is written: each
// event that it names must be there. A library without events gets an empty
// head, so that from the first event on a missing head means that someone
// removed it.
func (d *DB) anchor(ctx context.Context, reanchor bool) error {
	if err := chain.RemoveLeftovers(d.headPath); err != nil {
		return err
	}
	head, err := chain.ReadHead(d.headPath)
	if err == nil {
		err = d.keys.CheckHead(head)
	}
	if reanchor || errors.Is(err, chain.ErrNoHead) {
		var has bool
		if qerr := d.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM events)").Scan(&has); qerr != nil {
			return fmt.Errorf("reading the chain: %w", qerr)
		}
		if has && !reanchor {
			return fmt.Errorf("%w (%v)", ErrAnchor, err)
		}
		return d.writeHead(ctx)
	}
	if errors.Is(err, chain.ErrUnknownKey) || errors.Is(err, chain.ErrBadHead) {
		return fmt.Errorf("%w (%v)", ErrAnchor, err)
	}
	if err != nil {
		return err
	}
	for source, tip := range head.Sources {
		fits := false
		for _, t := range []chain.Tip{tip, head.Next[source]} {
			var hash string
			err := d.read.QueryRowContext(ctx, "SELECT hash FROM events WHERE source = ? AND seq = ?", source, t.Seq).Scan(&hash)
			if err != nil && !errors.Is(err, sql.ErrNoRows) {
				return fmt.Errorf("reading the chain: %w", err)
			}
			fits = fits || err == nil && hash == t.Hash
		}
		if !fits {
			return fmt.Errorf("%w (source %s, event %d is not the one that the head names; a backup that was restored on purpose needs its head written anew)", ErrAnchor, source, tip.Seq)
		}
	}
	return nil
}

// writeHead anchors the chain as it is.
func (d *DB) writeHead(ctx context.Context) error {
	var tips map[string]chain.Tip
	err := d.inTx(ctx, func(t *tx) (err error) {
		tips, err = t.allTips(ctx)
		return err
	})
	if err != nil {
		return err
	}
	return d.keys.WriteHead(d.headPath, tips, d.now())
}

// querier is a connection, a transaction or a pool.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// stringsOf returns a one-column result.
func stringsOf(ctx context.Context, q querier, query string, args ...any) ([]string, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, rows.Err()
}
