package sqlite

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"jezero/server/sqlite/textindex"
)

// Many segments are merged outside of a write transaction, so that others can
// write all the while:
//
//  1. The id of the new segment is noted in search_builds.
//  2. Its leaves and chunks are written under that id, some in each transaction.
//     No segment of that id is listed yet, so that nobody looks at them.
//  3. One transaction lists it in the place of those it was made of, if they are
//     all there still; what has gone of them since has gone of it as well.
//  4. What those leave behind is deleted, some in each transaction.
//
// Whoever merges, empties or makes the index anew in between takes the note
// away, and the build is given up. Killed at any moment, it leaves rows that
// nobody looks at; the next Maintain, or scrub, deletes them.

// build is a segment that is being written outside of a transaction.
type build struct {
	d       *DB
	ctx     context.Context
	id, uid int64
	ids     []int64    // of the segments it is made of
	parts   []*part    // the same, opened
	rows    []buildRow // not written yet
	bytes   int
	leaves  int64
	chunks  int64
	head    []byte // with its checksum; nil when no item was left
	segment *textindex.Segment
}

// buildRow is a leaf (places is nil) or a chunk.
type buildRow struct {
	id           int64
	data, places []byte
}

// errTaken says that another took the note of the build, or one of its parts,
// away.
var errTaken = errors.New("the index was changed by another")

// mergeFull merges the size classes that are full.
func (d *DB) mergeFull(ctx context.Context) error {
	for {
		ids, sizes, err := listSegments(ctx, d.read.QueryContext)
		if err != nil {
			return err
		}
		due := fullTier(ids, sizes, mergeMost)
		if due == nil {
			return nil
		}
		if err := d.mergeOutside(ctx, due); err != nil {
			return err
		}
	}
}

// mergeAfterWrite merges what a write left to be merged. What was written is
// written: if this fails, Maintain tries again, and tells.
func (d *DB) mergeAfterWrite(ctx context.Context) {
	if !d.merging.TryLock() {
		return // another does
	}
	defer d.merging.Unlock()
	if d.mergeFailed {
		return
	}
	var building bool
	err := d.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM search_builds)").Scan(&building)
	if err == nil && !building {
		err = d.mergeFull(ctx)
	}
	d.mergeFailed = err != nil || building
}

// mergeOutside makes one segment of those given. When another changed the index
// meanwhile nothing is done.
func (d *DB) mergeOutside(ctx context.Context, ids []int64) error {
	b := &build{d: d, ctx: ctx, ids: ids}
	err := b.run()
	if errors.Is(err, errTaken) || errors.Is(err, textindex.ErrFormat) && b.taken() {
		err = d.inTx(ctx, func(t *tx) error { return t.exec(ctx, "DELETE FROM search_builds WHERE uid = ?", b.uid) })
	}
	if err != nil {
		return err
	}
	return d.sweep(ctx)
}

func (b *build) run() error {
	err := b.d.inSnapshot(b.ctx, func(query rowsOf) error {
		for _, id := range b.ids {
			p, err := openPart(b.ctx, query, id)
			if err != nil {
				return err
			}
			// Parts never change, so that each is read by itself from here on: a
			// reader that lasts would keep the write-ahead log from being emptied.
			p.Store.(*segmentScan).query = b.d.read.QueryContext
			b.parts = append(b.parts, p)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := b.reserve(); err != nil {
		return err
	}
	parts := make([]textindex.Part, len(b.parts))
	for i, p := range b.parts {
		parts[i] = p.Part
	}
	if err := textindex.Merge(parts, b); err != nil {
		return err
	}
	if err := b.flush(); err != nil {
		return err
	}
	if err := b.install(); err != nil {
		return err
	}
	return b.d.step("installed")
}

func (b *build) reserve() error {
	b.uid = int64(rand.Uint64())
	err := b.d.inTx(b.ctx, func(t *tx) (err error) {
		if b.id, err = t.nextSegment(b.ctx); err == nil {
			err = t.exec(b.ctx, "INSERT INTO search_builds (id, uid) VALUES (?, ?)", b.id, b.uid)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("writing the index: %w", err)
	}
	return b.d.step("noted")
}

// mine reports whether the note of the build is there still.
func (b *build) mine(t *tx) error {
	found, err := t.row(b.ctx, "SELECT 1 FROM search_builds WHERE id = ? AND uid = ?", []any{b.id, b.uid}, new(int))
	if err == nil && !found {
		err = errTaken
	}
	return err
}

// Leaf implements textindex.Sink.
func (b *build) Leaf(data []byte) error {
	id := b.id<<partBits + b.leaves
	b.leaves++
	return b.add(buildRow{id: id, data: summed(leafPart, id, data)})
}

// Chunk implements textindex.Sink.
func (b *build) Chunk(postings, places []byte) error {
	id := b.id<<partBits + b.chunks
	b.chunks++
	return b.add(buildRow{id: id, data: summed(postingsPart, id, postings), places: summed(placesPart, id, places)})
}

// Head implements textindex.Sink.
func (b *build) Head(data []byte) (err error) {
	if b.segment, err = textindex.Open(data); err == nil && b.segment.Len() > 0 {
		b.head = summed(headPart, b.id, data)
	}
	return err
}

func (b *build) add(r buildRow) error {
	b.rows = append(b.rows, r)
	if b.bytes += len(r.data) + len(r.places); b.bytes < b.d.limits.build {
		return nil
	}
	return b.flush()
}

func (b *build) flush() error {
	err := b.d.inTx(b.ctx, func(t *tx) error {
		if err := b.mine(t); err != nil {
			return err
		}
		for _, r := range b.rows {
			var err error
			if r.places == nil {
				err = t.exec(b.ctx, "INSERT INTO search_leaves (id, data) VALUES (?, ?)", r.id, r.data)
			} else {
				err = t.exec(b.ctx, "INSERT INTO search_chunks (id, postings, places) VALUES (?, ?, ?)", r.id, r.data, r.places)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("writing the index: %w", err)
	}
	b.rows, b.bytes = b.rows[:0], 0
	return b.d.step("written")
}

// install lists the segment in the place of its parts.
func (b *build) install() error {
	err := b.d.inTx(b.ctx, func(t *tx) error {
		if err := b.mine(t); err != nil {
			return err
		}
		if b.head != nil {
			err := t.exec(b.ctx, "INSERT INTO search_segments (id, uid, items, min_key, max_key, head) VALUES (?, ?, ?, ?, ?, ?)",
				b.id, b.uid, b.segment.Len(), b.segment.Keys[0], b.segment.Keys[b.segment.Len()-1], b.head)
			if err != nil {
				return err
			}
		}
		for _, p := range b.parts {
			found, err := t.row(b.ctx, "SELECT 1 FROM search_segments WHERE id = ? AND uid = ?", []any{p.id, p.uid}, new(int))
			if err == nil && !found {
				err = errTaken
			}
			if err == nil {
				err = b.replace(t, p)
			}
			if err != nil {
				return err
			}
		}
		if err := t.exec(b.ctx, "DELETE FROM search_builds WHERE id = ?", b.id); err != nil {
			return err
		}
		return t.indexChanged(b.ctx)
	})
	if err != nil {
		return fmt.Errorf("merging the index: %w", err)
	}
	return nil
}

// replace takes a part out of the list. What has gone of it since the merge
// began has gone of the new segment, too.
func (b *build) replace(t *tx, p *part) error {
	var since []int64
	err := each(b.ctx, t.query, "SELECT key FROM search_gone WHERE segment = ?", []any{p.id}, func(scan func(...any) error) error {
		var key int64
		err := scan(&key)
		if !p.gone[key] {
			since = append(since, key)
		}
		return err
	})
	if err != nil {
		return err
	}
	if b.head != nil {
		for _, key := range since {
			if err := t.exec(b.ctx, "INSERT INTO search_gone (segment, key) VALUES (?, ?) ON CONFLICT DO NOTHING", b.id, key); err != nil {
				return err
			}
		}
	}
	if err := t.exec(b.ctx, "DELETE FROM search_gone WHERE segment = ?", p.id); err != nil {
		return err
	}
	return t.exec(b.ctx, "DELETE FROM search_segments WHERE id = ?", p.id)
}

// taken reports whether one of the parts is there no more: then what was read in
// its place says nothing about the index.
func (b *build) taken() bool {
	for i, id := range b.ids {
		uid, opened := int64(0), i < len(b.parts)
		if opened {
			uid = b.parts[i].uid
		}
		var there bool
		err := b.d.read.QueryRowContext(b.ctx, "SELECT EXISTS (SELECT 1 FROM search_segments WHERE id = ?1 AND (uid = ?2 OR NOT ?3))", id, uid, opened).Scan(&there)
		if err == nil && !there {
			return true
		}
	}
	return false
}

// dropBuilds takes away the notes of what is being built, and with them what was
// written of it: whoever is at it gives up.
func (d *DB) dropBuilds(ctx context.Context) error {
	var any bool
	err := d.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM search_builds)").Scan(&any)
	if err == nil && any {
		err = d.inTx(ctx, func(t *tx) error { return t.exec(ctx, "DELETE FROM search_builds") })
	}
	if err != nil {
		return fmt.Errorf("writing the index: %w", err)
	}
	return d.sweep(ctx)
}

// sweep deletes the leaves and chunks that belong to no segment that is listed
// or being built.
func (d *DB) sweep(ctx context.Context) error {
	for _, table := range []string{"search_leaves", "search_chunks"} {
		for {
			// Most of the time there is nothing to do, and nothing to lock for.
			from, err := stray(ctx, d.read.QueryContext, table)
			if err == nil && from >= 0 {
				err = d.inTx(ctx, func(t *tx) error {
					from, err := stray(ctx, t.query, table)
					if err != nil || from < 0 {
						return err
					}
					return t.exec(ctx, "DELETE FROM "+table+" WHERE id >= ? AND id < ?", from, min(from+int64(d.limits.sweep), (from>>partBits+1)<<partBits))
				})
			}
			if err != nil {
				return fmt.Errorf("writing the index: %w", err)
			}
			if from < 0 {
				break
			}
			if err := d.step("swept"); err != nil {
				return err
			}
		}
	}
	return nil
}

// stray is the id of the first row of the table that belongs to no segment, -1
// when there is none.
func stray(ctx context.Context, query rowsOf, table string) (int64, error) {
	known := map[int64]bool{}
	err := each(ctx, query, "SELECT id FROM search_segments UNION ALL SELECT id FROM search_builds", nil, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		known[id] = true
		return err
	})
	for at := int64(0); err == nil; {
		first := int64(-1)
		err = each(ctx, query, "SELECT id FROM "+table+" WHERE id >= ? ORDER BY id LIMIT 1", []any{at}, func(scan func(...any) error) error {
			return scan(&first)
		})
		if err == nil && (first < 0 || !known[first>>partBits]) {
			return first, nil
		}
		at = (first>>partBits + 1) << partBits
	}
	return -1, err
}

// inSnapshot runs queries of one moment.
func (d *DB) inSnapshot(ctx context.Context, f func(rowsOf) error) error {
	tx, err := d.read.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("reading the index: %w", err)
	}
	defer tx.Rollback()
	return f(tx.QueryContext)
}

// step is where tests interrupt a merge.
func (d *DB) step(name string) error {
	if d.testOnlyStep == nil {
		return nil
	}
	return d.testOnlyStep(name)
}
