package sqlite

import (
	"context"
	"errors"
	"fmt"

	"jezero/server/sqlite/textindex"
)

// ErrIndex says that the search index does not fit the items.
var ErrIndex = errors.New("the search index does not fit the items")

// indexBatch is how many items are read at once to be indexed or compared.
const indexBatch = 2048

// eachBatch calls f with all items, some at a time, by key.
func (t *tx) eachBatch(ctx context.Context, f func([]*record) error) error {
	last := int64(-1 << 62)
	for {
		list, err := t.records(ctx, last)
		if err != nil || len(list) == 0 {
			return err
		}
		last = list[len(list)-1].pk
		if err := f(list); err != nil {
			return err
		}
	}
}

func (t *tx) records(ctx context.Context, after int64) ([]*record, error) {
	s, err := t.stmt(ctx, "SELECT "+recordColumns+recordFrom+"WHERE i.pk > ? ORDER BY i.pk LIMIT ?")
	if err != nil {
		return nil, err
	}
	rows, err := s.QueryContext(ctx, after, indexBatch)
	if err != nil {
		return nil, fmt.Errorf("reading items: %w", err)
	}
	defer rows.Close()
	var list []*record
	for rows.Next() {
		r, err := scanRecord(rows)
		if err != nil {
			return nil, fmt.Errorf("reading items: %w", err)
		}
		list = append(list, r)
	}
	return list, rows.Err()
}

// CheckIndex compares the search index, and the counts of items that go with it,
// with the items; ErrIndex says that they
// differ.
func (d *DB) CheckIndex(ctx context.Context) error {
	err := d.inTx(ctx, func(t *tx) error { return t.checkIndex(ctx) })
	if errors.Is(err, textindex.ErrFormat) || errors.Is(err, ErrIndex) {
		return ErrIndex
	}
	if err != nil {
		return fmt.Errorf("checking the search index: %w", err)
	}
	return nil
}

// indexedItem is what the index says of an item.
type indexedItem struct {
	textindex.Item
	sum uint64
}

// checkCounts compares what search counts by with the items.
func (t *tx) checkCounts(ctx context.Context) error {
	const items, tallies = "SELECT source_id, project_id, count(*) FROM items GROUP BY 1, 2",
		"SELECT source_id, project_id, items FROM tallies WHERE items <> 0"
	var bad bool
	_, err := t.row(ctx, "SELECT EXISTS ("+items+" EXCEPT "+tallies+") OR EXISTS ("+tallies+" EXCEPT "+items+
		") OR NOT EXISTS (SELECT 1 FROM search_version)", nil, &bad)
	if err == nil && bad {
		err = ErrIndex
	}
	return err
}

// recount counts the items by source and project anew.
func (t *tx) recount(ctx context.Context) error {
	if err := t.exec(ctx, "DELETE FROM tallies"); err != nil {
		return err
	}
	return t.exec(ctx, "INSERT INTO tallies (source_id, project_id, items) SELECT source_id, project_id, count(*) FROM items GROUP BY 1, 2")
}

func (t *tx) checkIndex(ctx context.Context) error {
	if err := t.checkCounts(ctx); err != nil {
		return err
	}
	ids, _, err := listSegments(ctx, t.query)
	if err != nil {
		return err
	}
	have := map[int64]indexedItem{}
	for _, id := range ids {
		p, err := openPart(ctx, t.query, id)
		if err != nil {
			return err
		}
		sums, err := p.Segment.Sums(p.Store)
		if err != nil {
			return err
		}
		for i, sum := range sums {
			if p.Gone != nil && p.Gone(i) {
				continue
			}
			it := p.Segment.Item(i)
			if _, twice := have[it.Key]; twice {
				return ErrIndex
			}
			have[it.Key] = indexedItem{it, sum}
		}
	}
	err = t.eachBatch(ctx, func(list []*record) error {
		sums := buildIndex(list).Sums()
		for i, r := range list {
			want := indexedItem{textindex.Item{Key: r.pk, EndedMS: millis(r.item.EndedAt), Source: r.sourceID, Project: r.projectID}, sums[i]}
			if have[r.pk] != want {
				return ErrIndex
			}
			delete(have, r.pk)
		}
		return nil
	})
	if err == nil && len(have) > 0 {
		return ErrIndex
	}
	return err
}

// RebuildIndex makes the search index and the counts of items anew from the items.
func (d *DB) RebuildIndex(ctx context.Context) error {
	err := d.inTx(ctx, func(t *tx) error { return t.reindex(ctx) })
	if err != nil {
		return fmt.Errorf("rebuilding the search index: %w", err)
	}
	return nil
}

func (t *tx) reindex(ctx context.Context) error {
	for _, table := range []string{"search_builds", "search_leaves", "search_chunks", "search_gone", "search_segments"} {
		if err := t.exec(ctx, "DELETE FROM "+table); err != nil {
			return err
		}
	}
	if err := t.recount(ctx); err != nil {
		return err
	}
	err := t.eachBatch(ctx, func(list []*record) error {
		if err := t.writeSegment(ctx, buildIndex(list).Write); err != nil {
			return err
		}
		return t.mergeTiers(ctx)
	})
	if err == nil {
		err = t.exec(ctx, "DELETE FROM facts WHERE name = ?", reindexFact)
	}
	if err == nil {
		err = t.indexChanged(ctx)
	}
	return err
}

// reindexFact says that the items are not indexed yet.
const reindexFact = "reindex"

// indexMissing indexes a library whose layout was changed.
func (d *DB) indexMissing(ctx context.Context) error {
	due, err := d.marked(ctx, reindexFact)
	if err != nil || !due {
		return err
	}
	return d.RebuildIndex(ctx)
}
