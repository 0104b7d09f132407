package sqlite

import (
	"context"
	"fmt"
	"slices"

	"jezero/server/sqlite/textindex"
)

const (
	// mergeAt is how many segments of one size are merged.
	mergeAt = 8
	// mergeMost bounds, in items, what a write merges at all: it waits for it.
	mergeMost = 600_000
)

// mergeLimits bound what one transaction does for the index: others wait for it.
type mergeLimits struct {
	inWrite int // items that a write merges by itself; more are merged outside, see indexbuild.go
	build   int // bytes that are written for a merge outside
	sweep   int // rows of a segment that was replaced that are deleted
}

// A third of a second for the first, some hundredths for the others.
var usualLimits = mergeLimits{inWrite: 20_000, build: 4 << 20, sweep: 128}

// tier is the size class of a segment.
func tier(items int) (n int) {
	for ; items >= mergeAt; items /= mergeAt {
		n++
	}
	return n
}

// fullTier lists the segments of the lowest size class that is full and has no
// more than most items; nil for none.
func fullTier(ids []int64, sizes []int, most int) (due []int64) {
	byTier, total := map[int][]int64{}, map[int]int{}
	lowest := 0
	for i, id := range ids {
		n := tier(sizes[i])
		if len(byTier[n]) == mergeAt {
			continue
		}
		byTier[n] = append(byTier[n], id)
		total[n] += sizes[i]
		if len(byTier[n]) == mergeAt && total[n] <= most && (due == nil || n < lowest) {
			due, lowest = byTier[n], n
		}
	}
	return due
}

// mergeTiers merges until no size class is full but such as are to be merged
// outside of the transaction, and notes whether there are any.
func (t *tx) mergeTiers(ctx context.Context) error {
	for {
		ids, sizes, err := listSegments(ctx, t.query)
		if err != nil {
			return err
		}
		due := fullTier(ids, sizes, t.db.limits.inWrite)
		if due == nil {
			t.mergeOutside = fullTier(ids, sizes, mergeMost) != nil
			return nil
		}
		if err := t.merge(ctx, due); err != nil {
			return err
		}
	}
}

// merge makes one segment of those given.
func (t *tx) merge(ctx context.Context, ids []int64) error {
	parts := make([]textindex.Part, len(ids))
	for i, id := range ids {
		p, err := openPart(ctx, t.query, id)
		if err != nil {
			return err
		}
		parts[i] = p.Part
	}
	err := t.writeSegment(ctx, func(sink textindex.Sink) error { return textindex.Merge(parts, sink) })
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := t.dropSegment(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) dropSegment(ctx context.Context, id int64) error {
	for _, q := range []string{
		"DELETE FROM search_leaves WHERE id >= ?1 << 28 AND id < (?1 + 1) << 28",
		"DELETE FROM search_chunks WHERE id >= ?1 << 28 AND id < (?1 + 1) << 28",
		"DELETE FROM search_gone WHERE segment = ?1",
		"DELETE FROM search_segments WHERE id = ?1",
	} {
		if err := t.exec(ctx, q, id); err != nil {
			return fmt.Errorf("merging the index: %w", err)
		}
	}
	return nil
}

// emptyIndex deletes all of the index that has an id below keep, what is being
// built too.
func (t *tx) emptyIndex(ctx context.Context, keep int64) error {
	for _, q := range []string{
		"DELETE FROM search_builds WHERE id < ?1",
		"DELETE FROM search_leaves WHERE id < ?1 << 28",
		"DELETE FROM search_chunks WHERE id < ?1 << 28",
		"DELETE FROM search_gone WHERE segment < ?1",
		"DELETE FROM search_segments WHERE id < ?1",
	} {
		if err := t.exec(ctx, q, keep); err != nil {
			return fmt.Errorf("writing the index: %w", err)
		}
	}
	return nil
}

// remerge writes the index anew from what it holds, so that nothing is left of
// what has gone, nor of what is being built or was left behind.
func (d *DB) remerge(ctx context.Context) error {
	err := d.inTx(ctx, func(t *tx) error {
		ids, _, err := listSegments(ctx, t.query)
		if err != nil {
			return err
		}
		next, err := t.nextSegment(ctx)
		if err != nil {
			return err
		}
		if len(ids) > 0 {
			if err := t.merge(ctx, ids); err != nil {
				return err
			}
		}
		if err := t.emptyIndex(ctx, next); err != nil {
			return err
		}
		return t.indexChanged(ctx)
	})
	if err != nil {
		return fmt.Errorf("merging the search index: %w", err)
	}
	return nil
}

const (
	// smallSegment is, in items, what is merged in well under a second.
	smallSegment = 4096
	// maxSegments is how many others a library may have before all are merged: a
	// question costs a little for each.
	maxSegments = 20
)

// Maintain merges the index where a write leaves it be: the small segments that
// many small writes leave behind, those that a quarter of has gone, and all when
// they are many; and it deletes what an interrupted merge left behind. The
// pipeline calls it after a run that stored something. Others can read and write
// all the while.
func (d *DB) Maintain(ctx context.Context) error {
	d.merging.Lock()
	defer d.merging.Unlock()
	if err := d.maintain(ctx); err != nil {
		return fmt.Errorf("merging the search index: %w", err)
	}
	return nil
}

func (d *DB) maintain(ctx context.Context) error {
	if err := d.dropBuilds(ctx); err != nil {
		return err
	}
	if err := d.mergeFull(ctx); err != nil {
		return err
	}
	merges, err := d.worthMerging(ctx)
	if err != nil {
		return err
	}
	for _, ids := range merges {
		if err := d.mergeOutside(ctx, ids); err != nil {
			return err
		}
	}
	return nil
}

// worthMerging lists the segments that belong together.
func (d *DB) worthMerging(ctx context.Context) (merges [][]int64, err error) {
	ids, sizes, err := listSegments(ctx, d.read.QueryContext)
	if err != nil {
		return nil, err
	}
	var small, worn []int64
	for i, id := range ids {
		if sizes[i] < smallSegment {
			small = append(small, id)
			continue
		}
		var gone int
		if err := d.read.QueryRowContext(ctx, "SELECT count(*) FROM search_gone WHERE segment = ?", id).Scan(&gone); err != nil {
			return nil, fmt.Errorf("reading the index: %w", err)
		}
		if gone > sizes[i]/4 {
			worn = append(worn, id)
		}
	}
	if len(ids)-len(small) > maxSegments {
		return [][]int64{slices.Clone(ids)}, nil
	}
	if len(small) > 1 {
		merges = append(merges, small)
	}
	for _, id := range worn {
		merges = append(merges, []int64{id})
	}
	return merges, nil
}
