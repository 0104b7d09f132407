package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"jezero/server/sqlite/textindex"
)

// rowsOf runs a query: in a write transaction, or each by itself.
type rowsOf func(ctx context.Context, query string, args ...any) (*sql.Rows, error)

// part is a segment that is read as a whole, to be merged or checked.
type part struct {
	textindex.Part
	id, uid int64
	gone    map[int64]bool // keys
}

// openPart reads a segment's head and what has gone of it; textindex.ErrFormat
// when there is none.
func openPart(ctx context.Context, query rowsOf, id int64) (*part, error) {
	p := &part{id: id, gone: map[int64]bool{}}
	var head []byte
	err := each(ctx, query, "SELECT uid, head FROM search_segments WHERE id = ?", []any{id}, func(scan func(...any) error) error {
		return scan(&p.uid, &head)
	})
	if err != nil {
		return nil, err
	}
	if p.Segment, err = openHead(id, head); err != nil {
		return nil, err
	}
	gone := map[int]bool{}
	err = each(ctx, query, "SELECT key FROM search_gone WHERE segment = ?", []any{id}, func(scan func(...any) error) error {
		var key int64
		if err := scan(&key); err != nil {
			return err
		}
		p.gone[key] = true
		if n, ok := p.Segment.Number(key); ok {
			gone[n] = true
		}
		return nil
	})
	if len(gone) > 0 {
		p.Gone = func(i int) bool { return gone[i] }
	}
	p.Store = &segmentScan{ctx: ctx, query: query, id: id}
	return p, err
}

func openHead(id int64, head []byte) (*textindex.Segment, error) {
	head, err := unsummed(headPart, id, head)
	if err != nil {
		return nil, err
	}
	return textindex.Open(head)
}

// each runs a query and calls f for each row.
func each(ctx context.Context, query rowsOf, text string, args []any, f func(scan func(...any) error) error) error {
	rows, err := query(ctx, text, args...)
	if err != nil {
		return fmt.Errorf("reading the index: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows.Scan); err != nil {
			return fmt.Errorf("reading the index: %w", err)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("reading the index: %w", err)
	}
	return nil
}

// segmentScan reads a segment from front to back, some rows ahead.
type segmentScan struct {
	ctx            context.Context
	query          rowsOf
	id             int64
	leaves, chunks ahead
}

// ahead are rows that were read before they were asked for: the first of them,
// and what they hold.
type ahead struct {
	first int
	rows  [][2][]byte
}

// Rows that are read at once: about 2 MB.
const (
	aheadLeaves = 256
	aheadChunks = 64
)

func (s *segmentScan) Leaf(n int) ([]byte, error) {
	row, err := s.row(&s.leaves, n, aheadLeaves, "SELECT id, data, x'' FROM search_leaves WHERE id >= ? AND id < ? ORDER BY id", leafPart)
	return row[0], err
}

func (s *segmentScan) chunk(n int) ([2][]byte, error) {
	return s.row(&s.chunks, n, aheadChunks, "SELECT id, postings, places FROM search_chunks WHERE id >= ? AND id < ? ORDER BY id", postingsPart, placesPart)
}

func (s *segmentScan) Chunks(first, count int, yield func([]byte) error) error {
	for n := first; n < first+count; n++ {
		c, err := s.chunk(n)
		if err == nil {
			err = yield(c[0])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *segmentScan) Positions(n int, yield func([]byte) error) error {
	c, err := s.chunk(n)
	if err != nil {
		return err
	}
	return yield(c[1])
}

// row gives row n, and reads some more when it was not read yet.
func (s *segmentScan) row(a *ahead, n, most int, text string, kinds ...kindOfPart) (row [2][]byte, err error) {
	if n >= a.first && n < a.first+len(a.rows) {
		return a.rows[n-a.first], nil
	}
	a.first, a.rows = n, a.rows[:0]
	from := s.id<<partBits + int64(n)
	err = each(s.ctx, s.query, text, []any{from, min(from+int64(most), (s.id+1)<<partBits)}, func(scan func(...any) error) error {
		var id int64
		var c [2][]byte
		if err := scan(&id, &c[0], &c[1]); err != nil {
			return err
		}
		if id != from+int64(len(a.rows)) {
			return textindex.ErrFormat
		}
		for i, kind := range kinds {
			var err error
			if c[i], err = unsummed(kind, id, c[i]); err != nil {
				return err
			}
		}
		a.rows = append(a.rows, c)
		return nil
	})
	if err == nil && len(a.rows) == 0 {
		err = textindex.ErrFormat
	}
	if err != nil {
		a.rows = nil
		return row, err
	}
	return a.rows[0], nil
}

// listSegments lists the segments and how many items each has.
func listSegments(ctx context.Context, query rowsOf) (ids []int64, sizes []int, err error) {
	err = each(ctx, query, "SELECT id, items FROM search_segments ORDER BY id", nil, func(scan func(...any) error) error {
		var id int64
		var n int
		err := scan(&id, &n)
		ids, sizes = append(ids, id), append(sizes, n)
		return err
	})
	return ids, sizes, err
}
