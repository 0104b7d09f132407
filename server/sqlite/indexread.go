package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"sync"

	"jezero/server/sqlite/textindex"
)

// liveSegment is a segment of the index as one view sees it.
type liveSegment struct {
	*textindex.Segment
	id, uid int64
	gone    []uint64 // bits of the items that have gone; nil for none
}

func (s *liveSegment) isGone(item uint32) bool {
	return s.gone != nil && s.gone[item/64]&(1<<(item%64)) != 0
}

// indexCache keeps what readers need of the index over and over: the heads of
// its segments, leaves of its dictionary and postings of common words. Segments
// do not change, so that only the list of them is read anew when the index has
// changed.
type indexCache struct {
	mu       sync.Mutex
	version  int64
	segments []*liveSegment
	parts    map[partKey][]byte
	bytes    int
}

// partKey names a leaf or the postings of a chunk.
type partKey struct {
	uid   int64
	chunk bool
	n     int
}

// partBytes bounds the leaves and postings that are kept.
const partBytes = 64 << 20

func (c *indexCache) get(k partKey) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	b, ok := c.parts[k]
	return b, ok
}

func (c *indexCache) put(k partKey, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.parts == nil {
		c.parts = map[partKey][]byte{}
	}
	if _, raced := c.parts[k]; raced || len(data) > partBytes/16 {
		return
	}
	for old, b := range c.parts { // whatever comes first: the order is random
		if c.bytes+len(data) <= partBytes {
			break
		}
		c.bytes -= len(b)
		delete(c.parts, old)
	}
	c.bytes += len(data)
	c.parts[k] = data
}

// segments lists the segments of the view's moment.
func (v *view) segments(ctx context.Context) ([]*liveSegment, error) {
	var version int64
	if err := v.tx.QueryRowContext(ctx, "SELECT version FROM search_version").Scan(&version); err != nil {
		return nil, fmt.Errorf("reading the index: %w", err)
	}
	c := v.cache
	c.mu.Lock()
	known := c.segments
	same := known != nil && c.version == version
	c.mu.Unlock()
	if same {
		return known, nil
	}
	list, err := v.readSegments(ctx, known)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.version, c.segments = version, list
	return list, nil
}

// Warm reads what searching keeps in memory, so that the first question does not
// have to.
func (r *Reader) Warm(ctx context.Context) error {
	return r.inView(ctx, func(v *view) error {
		_, err := v.segments(ctx)
		return err
	})
}

// readSegments reads the list of segments, and the heads of those that are not
// known yet.
func (v *view) readSegments(ctx context.Context, known []*liveSegment) ([]*liveSegment, error) {
	heads := map[int64]*textindex.Segment{}
	for _, s := range known {
		heads[s.uid] = s.Segment
	}
	list := []*liveSegment{}
	byID := map[int64]*liveSegment{}
	err := v.each(ctx, "SELECT id, uid FROM search_segments ORDER BY id", nil, func(scan func(...any) error) error {
		s := &liveSegment{}
		if err := scan(&s.id, &s.uid); err != nil {
			return err
		}
		s.Segment = heads[s.uid]
		list = append(list, s)
		byID[s.id] = s
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, s := range list {
		if s.Segment != nil {
			continue
		}
		var head []byte
		if err := v.tx.QueryRowContext(ctx, "SELECT head FROM search_segments WHERE id = ?", s.id).Scan(&head); err != nil {
			return nil, fmt.Errorf("reading the index: %w", err)
		}
		if s.Segment, err = openHead(s.id, head); err != nil {
			return nil, err
		}
	}
	err = v.each(ctx, "SELECT segment, key FROM search_gone", nil, func(scan func(...any) error) error {
		var id, key int64
		if err := scan(&id, &key); err != nil {
			return err
		}
		s := byID[id]
		if s == nil {
			return nil
		}
		if n, ok := s.Number(key); ok {
			if s.gone == nil {
				s.gone = make([]uint64, (s.Len()+63)/64)
			}
			s.gone[n/64] |= 1 << (n % 64)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return list, v.countIndexed(ctx, list)
}

// countIndexed refuses an index that holds more or fewer items than the library:
// its answers would be as good as any, and wrong.
func (v *view) countIndexed(ctx context.Context, list []*liveSegment) error {
	var items int
	if err := v.tx.QueryRowContext(ctx, "SELECT coalesce(sum(items), 0) FROM tallies").Scan(&items); err != nil {
		return fmt.Errorf("reading the index: %w", err)
	}
	for _, s := range list {
		items -= s.Len()
		for _, w := range s.gone {
			items += bits.OnesCount64(w)
		}
	}
	if items != 0 {
		return textindex.ErrFormat
	}
	return nil
}

// each runs a query and calls f for each row.
func (v *view) each(ctx context.Context, query string, args []any, f func(scan func(...any) error) error) error {
	return each(ctx, v.tx.QueryContext, query, args, f)
}

// segmentStore reads the parts of a segment within a view.
type segmentStore struct {
	ctx context.Context
	v   *view
	seg *liveSegment
}

func (v *view) store(ctx context.Context, s *liveSegment) textindex.Store {
	return &segmentStore{ctx: ctx, v: v, seg: s}
}

func (s *segmentStore) Leaf(n int) ([]byte, error) {
	key := partKey{uid: s.seg.uid, n: n}
	data, ok := s.v.cache.get(key)
	if ok {
		return data, nil
	}
	id := s.seg.id<<partBits + int64(n)
	err := s.v.tx.QueryRowContext(s.ctx, "SELECT data FROM search_leaves WHERE id = ?", id).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, textindex.ErrFormat
	}
	if err == nil {
		data, err = unsummed(leafPart, id, data)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the index: %w", err)
	}
	s.v.cache.put(key, data)
	return data, nil
}

func (s *segmentStore) Chunks(first, count int, yield func([]byte) error) error {
	n := first
	for ; n < first+count; n++ {
		data, ok := s.v.cache.get(partKey{s.seg.uid, true, n})
		if !ok {
			break
		}
		if err := yield(data); err != nil {
			return err
		}
	}
	if n == first+count {
		return nil
	}
	return s.read("SELECT id, postings FROM search_chunks WHERE id >= ? AND id < ? ORDER BY id", postingsPart, n, first+count-n, func(postings []byte) error {
		postings = slices.Clone(postings)
		s.v.cache.put(partKey{s.seg.uid, true, n}, postings)
		n++
		return yield(postings)
	})
}

func (s *segmentStore) Positions(n int, yield func([]byte) error) error {
	return s.read("SELECT id, places FROM search_chunks WHERE id >= ? AND id < ? ORDER BY id", placesPart, n, 1, yield)
}

// read reads parts from the library; they are only valid during the call.
func (s *segmentStore) read(query string, kind kindOfPart, first, count int, yield func([]byte) error) error {
	from, n := s.seg.id<<partBits+int64(first), 0
	err := s.v.each(s.ctx, query, []any{from, from + int64(count)}, func(scan func(...any) error) error {
		var id int64
		var raw sql.RawBytes
		err := scan(&id, &raw)
		data := []byte(raw)
		if err == nil {
			data, err = unsummed(kind, id, data)
		}
		if err != nil {
			return err
		}
		n++
		return yield(data)
	})
	if err == nil && n != count {
		err = textindex.ErrFormat
	}
	return err
}
