package sqlite

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"jezero/server/sqlite/textindex"
)

// The search index is kept as segments. Each transaction writes one segment of
// its items; eight of about one size are merged into one of the next size, so
// that writing costs the same however large the library is, and a question looks
// into few segments.

// partBits is how far a segment's id is shifted in the ids of its parts.
const partBits = 28

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
	if err := t.exec(ctx, "INSERT INTO search_version (id, version) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET version = ?1", int64(rand.Uint64())); err != nil {
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
	var err error
	if w.id, err = t.nextSegment(ctx); err == nil {
		err = write(w)
	}
	if err != nil {
		return fmt.Errorf("writing the index: %w", err)
	}
	return nil
}

// nextSegment is an id that no row of the index bears, not even one that an
// interrupted merge left behind.
func (t *tx) nextSegment(ctx context.Context) (id int64, err error) {
	_, err = t.row(ctx, `SELECT 1 + max((SELECT coalesce(max(id), 0) FROM search_segments), (SELECT coalesce(max(id), 0) FROM search_builds),
		(SELECT coalesce(max(id), 0) FROM search_leaves) >> 28, (SELECT coalesce(max(id), 0) FROM search_chunks) >> 28)`, nil, &id)
	return id, err
}
