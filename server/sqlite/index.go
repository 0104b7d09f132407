package sqlite

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"jezero/server/sqlite/textindex"
)

// The search index is kept as segments. Each transaction writes one segment of
// its items; eight of about one size are merged into one of the next size, in
// the same transaction, so that writing costs the same however large the
// library is, and a question looks into few segments.

const (
	// mergeAt is how many segments of one size are merged.
	mergeAt = 8
	// mergeMost bounds, in items, what one transaction merges by itself:
	// others wait for it.
	mergeMost = 600_000
	// partBits is how far a segment's id is shifted in the ids of its parts.
	partBits = 28
)

// indexing is a change of the search index that waits for the end of the
// transaction, so that all its items become one segment.
type indexing struct {
	rec    *record
	remove bool
}

func (t *tx) index(r *record)   { t.indexings = append(t.indexings, indexing{rec: r}) }
func (t *tx) unindex(r *record) { t.indexings = append(t.indexings, indexing{rec: r, remove: true}) }

// flushIndex brings the index up to date.
func (t *tx) flushIndex(ctx context.Context) error {
	if len(t.indexings) == 0 {
		return nil
	}
	fresh := map[int64]*record{}
	for _, x := range t.indexings {
		if !x.remove {
			fresh[x.rec.pk] = x.rec
			continue
		}
		if fresh[x.rec.pk] != nil {
			delete(fresh, x.rec.pk)
			continue
		}
		err := t.exec(ctx, `INSERT INTO search_gone (segment, key) SELECT id, ?1 FROM search_segments
			WHERE min_key <= ?1 AND max_key >= ?1 ON CONFLICT DO NOTHING`, x.rec.pk)
		if err != nil {
			return fmt.Errorf("taking an item out of the index: %w", err)
		}
	}
	t.indexings = nil
	if len(fresh) > 0 {
		list := make([]*record, 0, len(fresh))
		for _, r := range fresh {
			list = append(list, r)
		}
		b := buildIndex(list)
		if err := t.writeSegment(ctx, b.Write); err != nil {
			return err
		}
		if err := t.mergeTiers(ctx); err != nil {
			return err
		}
	}
	return t.indexChanged(ctx)
}

func (t *tx) indexChanged(ctx context.Context) error {
	if err := t.exec(ctx, "UPDATE search_version SET version = ?", int64(rand.Uint64())); err != nil {
		return fmt.Errorf("writing the index: %w", err)
	}
	return nil
}

// buildIndex makes a segment of the records.
func buildIndex(list []*record) *textindex.Builder {
	slices.SortFunc(list, func(a, b *record) int {
		if a.pk < b.pk {
			return -1
		}
		return 1
	})
	b := textindex.NewBuilder()
	for _, r := range list {
		b.Begin(textindex.Item{Key: r.pk, EndedMS: millis(r.item.EndedAt), Source: r.sourceID, Project: r.projectID})
		for f := field(0); f < fields; f++ {
			addText(b, f, r.text(f))
		}
		b.End()
	}
	return b
}

// addText adds the words of a text, with what they weigh in this field: the same
// as the score sees.
func addText(b *textindex.Builder, f field, text string) {
	n := 0
	eachToken(text, func([]byte, int, int) { n++ })
	weight := fieldWeight[f] / lengthNorm(f, n)
	eachToken(text, func(w []byte, start, end int) {
		b.Word(indexed(w), weight)
		raw := text[start:end]
		if ascii, humps := camel(raw); humps {
			splitCamel(raw, func(part string) { b.Part(indexed([]byte(part)), weight) })
		} else if !ascii {
			cjkPairs(raw, func(pair string) { b.Part([]byte(pair), weight) })
		}
	})
	b.Gap()
}

// indexed is a word as the index holds it: what is longer than any word is cut.
func indexed(w []byte) []byte { return w[:min(len(w), 256)] }

// segmentWriter writes the parts of a segment into its rows.
type segmentWriter struct {
	ctx            context.Context
	t              *tx
	id             int64
	leaves, chunks int64
}

func (w *segmentWriter) Leaf(data []byte) error {
	id := w.id<<partBits + w.leaves
	w.leaves++
	return w.t.exec(w.ctx, "INSERT INTO search_leaves (id, data) VALUES (?, ?)", id, summed(leafPart, id, data))
}

func (w *segmentWriter) Chunk(postings, places []byte) error {
	id := w.id<<partBits + w.chunks
	w.chunks++
	return w.t.exec(w.ctx, "INSERT INTO search_chunks (id, postings, places) VALUES (?, ?, ?)",
		id, summed(postingsPart, id, postings), summed(placesPart, id, places))
}

func (w *segmentWriter) Head(data []byte) error {
	s, err := textindex.Open(data)
	if err != nil {
		return err
	}
	if s.Len() == 0 {
		return nil
	}
	return w.t.exec(w.ctx, "INSERT INTO search_segments (id, uid, items, min_key, max_key, head) VALUES (?, ?, ?, ?, ?, ?)",
		w.id, int64(rand.Uint64()), s.Len(), s.Keys[0], s.Keys[s.Len()-1], summed(headPart, w.id, data))
}

// writeSegment gives the segment that write writes the next id.
func (t *tx) writeSegment(ctx context.Context, write func(textindex.Sink) error) error {
	w := &segmentWriter{ctx: ctx, t: t}
	if _, err := t.row(ctx, "SELECT coalesce(max(id), 0) + 1 FROM search_segments", nil, &w.id); err != nil {
		return fmt.Errorf("writing the index: %w", err)
	}
	if err := write(w); err != nil {
		return fmt.Errorf("writing the index: %w", err)
	}
	return nil
}

// tier is the size class of a segment.
func tier(items int) (n int) {
	for ; items >= mergeAt; items /= mergeAt {
		n++
	}
	return n
}

// mergeTiers merges until no size class is full.
func (t *tx) mergeTiers(ctx context.Context) error {
	for {
		ids, sizes, err := t.segments(ctx)
		if err != nil {
			return err
		}
		byTier, total := map[int][]int64{}, map[int]int{}
		var due []int64
		for i, id := range ids {
			n := tier(sizes[i])
			if len(byTier[n]) == mergeAt {
				continue
			}
			byTier[n] = append(byTier[n], id)
			total[n] += sizes[i]
			if len(byTier[n]) == mergeAt && total[n] <= mergeMost && (due == nil || n < tier(sizes[slices.Index(ids, due[0])])) {
				due = byTier[n]
			}
		}
		if due == nil {
			return nil
		}
		if err := t.merge(ctx, due); err != nil {
			return err
		}
	}
}

func (t *tx) segments(ctx context.Context) (ids []int64, sizes []int, err error) {
	s, err := t.stmt(ctx, "SELECT id, items FROM search_segments ORDER BY id")
	if err != nil {
		return nil, nil, err
	}
	rows, err := s.QueryContext(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("reading the index: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var n int
		if err := rows.Scan(&id, &n); err != nil {
			return nil, nil, fmt.Errorf("reading the index: %w", err)
		}
		ids, sizes = append(ids, id), append(sizes, n)
	}
	return ids, sizes, rows.Err()
}

// merge makes one segment of those given.
func (t *tx) merge(ctx context.Context, ids []int64) error {
	parts := make([]textindex.Part, len(ids))
	for i, id := range ids {
		p, err := t.part(ctx, id)
		if err != nil {
			return err
		}
		parts[i] = p
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

// part opens a segment to be merged or checked.
func (t *tx) part(ctx context.Context, id int64) (p textindex.Part, err error) {
	var head []byte
	if _, err := t.row(ctx, "SELECT head FROM search_segments WHERE id = ?", []any{id}, &head); err != nil {
		return p, fmt.Errorf("reading the index: %w", err)
	}
	if p.Segment, err = openHead(id, head); err != nil {
		return p, err
	}
	gone := map[int]bool{}
	s, err := t.stmt(ctx, "SELECT key FROM search_gone WHERE segment = ?")
	if err != nil {
		return p, err
	}
	rows, err := s.QueryContext(ctx, id)
	if err != nil {
		return p, fmt.Errorf("reading the index: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var key int64
		if err := rows.Scan(&key); err != nil {
			return p, fmt.Errorf("reading the index: %w", err)
		}
		if n, ok := p.Segment.Number(key); ok {
			gone[n] = true
		}
	}
	if len(gone) > 0 {
		p.Gone = func(i int) bool { return gone[i] }
	}
	p.Store = &segmentScan{ctx: ctx, t: t, id: id}
	return p, rows.Err()
}

func openHead(id int64, head []byte) (*textindex.Segment, error) {
	head, err := unsummed(headPart, id, head)
	if err != nil {
		return nil, err
	}
	return textindex.Open(head)
}

// segmentScan reads a segment from front to back, some rows ahead.
type segmentScan struct {
	ctx   context.Context
	t     *tx
	id    int64
	first int // number of the first chunk that was read ahead
	ahead [][2][]byte
}

// aheadChunks is how many chunks are read at once.
const aheadChunks = 64

func (s *segmentScan) Leaf(n int) (data []byte, err error) {
	id := s.id<<partBits + int64(n)
	if _, err := s.t.row(s.ctx, "SELECT data FROM search_leaves WHERE id = ?", []any{id}, &data); err != nil {
		return nil, err
	}
	return unsummed(leafPart, id, data)
}

func (s *segmentScan) Chunks(first, count int, _ bool, yield func(postings, places []byte) error) error {
	for n := first; n < first+count; n++ {
		if n < s.first || n >= s.first+len(s.ahead) {
			if err := s.read(n); err != nil {
				return err
			}
		}
		c := s.ahead[n-s.first]
		if err := yield(c[0], c[1]); err != nil {
			return err
		}
	}
	return nil
}

func (s *segmentScan) read(first int) error {
	st, err := s.t.stmt(s.ctx, "SELECT id, postings, places FROM search_chunks WHERE id >= ? AND id < ? ORDER BY id")
	if err != nil {
		return err
	}
	from := s.id<<partBits + int64(first)
	rows, err := st.QueryContext(s.ctx, from, from+aheadChunks)
	if err != nil {
		return err
	}
	defer rows.Close()
	s.first, s.ahead = first, s.ahead[:0]
	for rows.Next() {
		var id int64
		var c [2][]byte
		if err := rows.Scan(&id, &c[0], &c[1]); err != nil {
			return err
		}
		if id >= (s.id+1)<<partBits {
			break
		}
		if id != from+int64(len(s.ahead)) {
			return textindex.ErrFormat
		}
		if c[0], err = unsummed(postingsPart, id, c[0]); err == nil {
			c[1], err = unsummed(placesPart, id, c[1])
		}
		if err != nil {
			return err
		}
		s.ahead = append(s.ahead, c)
	}
	if len(s.ahead) == 0 {
		return textindex.ErrFormat
	}
	return rows.Err()
}
