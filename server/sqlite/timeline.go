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

// timeline lists the n newest items that pass, and hold all terms.
func (v *view) timeline(ctx context.Context, f *filter, terms []term, n int) ([]int64, error) {
	s, err := v.search(ctx, *f, "")
	if err != nil {
		return nil, err
	}
	var demanded []term
	for _, t := range terms {
		if !t.stop {
			demanded = append(demanded, t)
		}
	}
	newest := best{most: n} // all scores are 0: newest first
	if len(demanded) == 0 {
		for _, seg := range s.segs {
			x := s.sieve(seg)
			for d, left := x.to-1, n; d >= x.from && left > 0; d-- {
				if item := uint32(d); x.permits(item) && x.passes(item) {
					newest.offer(candidate{pk: seg.Keys[d]})
					left--
				}
			}
		}
	} else {
		found, err := s.lookUp(ctx, demanded)
		if err != nil {
			return nil, err
		}
		full := uint32(1)<<len(demanded) - 1
		err = s.evaluate(ctx, found, nil, func(seg *liveSegment, item uint32, t tally) {
			if t.mask == full {
				newest.offer(candidate{pk: seg.Keys[item]})
			}
		})
		if err != nil {
			return nil, err
		}
	}
	pks := make([]int64, 0, n)
	for _, c := range newest.sorted() {
		pks = append(pks, c.pk)
	}
	return pks, nil
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
