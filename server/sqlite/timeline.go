package sqlite

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"jezero/server"
)

// defaultLimit and maxLimit bound lists of hits.
const (
	defaultLimit = 10
	maxLimit     = 100
)

func bounded(limit int) int {
	if limit <= 0 {
		return defaultLimit
	}
	return min(limit, maxLimit)
}

// Timeline lists items, newest first. With a text only items that hold all of
// its words are listed.
func (r *Reader) Timeline(ctx context.Context, sc server.Scope, q server.Query) (hits []server.Hit, err error) {
	hits = []server.Hit{}
	err = r.inView(ctx, func(v *view) error {
		f, err := v.filter(ctx, sc, q)
		if err != nil || f.nothing {
			return err
		}
		limit, offset := bounded(q.Limit), max(q.Offset, 0)
		pks, err := v.timeline(ctx, &f, parseQuery(q.Text), limit+offset)
		if err != nil || len(pks) <= offset {
			return err
		}
		recs, err := v.load(ctx, pks[offset:], false)
		if err != nil {
			return err
		}
		for _, pk := range pks[offset:] {
			if rec := recs[pk]; rec != nil {
				hits = append(hits, server.Hit{Item: rec.brief()})
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return hits, nil
}

func (v *view) timeline(ctx context.Context, f *filter, terms []term, n int) ([]int64, error) {
	var exprs []string
	for _, t := range terms {
		if !t.stop {
			exprs = append(exprs, t.expr(allText))
		}
	}
	if tags := f.tags(); tags != "" {
		exprs = append(exprs, tags)
	}
	if len(exprs) > 0 {
		return v.candidates(ctx, f, strings.Join(exprs, " AND "), n)
	}
	query := "SELECT pk FROM items WHERE pk >= ?"
	args := []any{f.minPK}
	if f.maxPK > 0 {
		query += " AND pk <= ?"
		args = append(args, f.maxPK)
	}
	if !f.since.IsZero() {
		query += " AND ended_ms >= ?"
		args = append(args, millis(f.since))
	}
	if !f.until.IsZero() {
		query += " AND ended_ms <= ?"
		args = append(args, millis(f.until))
	}
	return v.pks(ctx, query+" ORDER BY pk DESC LIMIT ?", append(args, n)...)
}

// load reads rows, with their dialogue or without.
func (v *view) load(ctx context.Context, pks []int64, withBody bool) (map[int64]*record, error) {
	list, err := json.Marshal(pks)
	if err != nil {
		return nil, err
	}
	columns := recordColumns
	if !withBody {
		columns = strings.Replace(columns, "i.parts, i.turns, i.body", "'', '[]', ''", 1)
	}
	rows, err := v.tx.QueryContext(ctx, "SELECT "+columns+recordFrom+"WHERE i.pk IN (SELECT value FROM json_each(?))", string(list))
	if err != nil {
		return nil, fmt.Errorf("reading items: %w", err)
	}
	defer rows.Close()
	out := make(map[int64]*record, len(pks))
	for rows.Next() {
		rec, err := scanRecord(rows)
		if err != nil {
			return nil, fmt.Errorf("reading items: %w", err)
		}
		out[rec.pk] = rec
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("reading items: %w", err)
	}
	return out, nil
}

// brief is the item without its dialogue.
func (r *record) brief() server.Item {
	it := r.item
	it.Questions, it.Atoms = lines(r.questions), lines(r.atoms)
	return it
}
