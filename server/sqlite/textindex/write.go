package textindex

import (
	"encoding/binary"
)

// Writer writes a segment: Add for every word in ascending order, then Close.
type Writer struct {
	sink   Sink
	items  []Item
	leaf   []byte
	last   string // the word before
	firsts []string
	hashes []uint64 // of all words, for the filter
	chunks int
}

// NewWriter begins a segment of the items, which are in the order of their keys.
func NewWriter(sink Sink, items []Item) *Writer { return &Writer{sink: sink, items: items} }

// Add writes a word's postings; a word without any is left out.
func (w *Writer) Add(word string, l *List) error {
	if len(l.Items) == 0 {
		return nil
	}
	if len(w.leaf) >= leafSize {
		if err := w.flush(); err != nil {
			return err
		}
	}
	if len(w.leaf) == 0 {
		w.firsts = append(w.firsts, word)
		w.last = ""
	}
	w.leaf = appendWord(w.leaf, w.last, word)
	w.hashes = append(w.hashes, wordHash(word))
	w.last = word
	if len(l.Items) <= inlineMost {
		w.leaf = appendFew(w.leaf, l)
		return nil
	}
	sources := map[int64]int{}
	for _, d := range l.Items {
		sources[w.items[d].Source]++
	}
	first, before, place := w.chunks, uint32(0), uint32(0)
	for from := 0; from < len(l.Items); from += chunkMost {
		to := min(from+chunkMost, len(l.Items))
		err := w.sink.Chunk(appendBlocks(nil, before, l.Items[from:to], l.Weights[from:to]), l.Places[place:l.Ends[to-1]])
		if err != nil {
			return err
		}
		w.chunks++
		before, place = l.Items[to-1], l.Ends[to-1]
	}
	w.leaf = appendMany(w.leaf, len(l.Items), first, w.chunks-first, sources)
	return nil
}

func (w *Writer) flush() error {
	err := w.sink.Leaf(w.leaf)
	w.leaf = w.leaf[:0]
	return err
}

// Close writes what is left and the head.
func (w *Writer) Close() error {
	if len(w.leaf) > 0 {
		if err := w.flush(); err != nil {
			return err
		}
	}
	head := appendHead(nil, w.items, w.firsts)
	return w.sink.Head(append(head, newFilter(w.hashes)...))
}

// appendHead encodes the items, column by column, and the leaves' first words.
func appendHead(dst []byte, items []Item, firsts []string) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(items)))
	last := int64(0)
	for _, it := range items {
		dst = binary.AppendUvarint(dst, uint64(it.Key-last))
		last = it.Key
	}
	for _, it := range items {
		dst = binary.AppendVarint(dst, it.EndedMS-nominalMS(it.Key))
	}
	for _, it := range items {
		dst = binary.AppendUvarint(dst, uint64(it.Source))
	}
	for _, it := range items {
		dst = binary.AppendUvarint(dst, uint64(it.Project))
	}
	dst = binary.AppendUvarint(dst, uint64(len(firsts)))
	previous := ""
	for _, f := range firsts {
		dst = appendWord(dst, previous, f)
		previous = f
	}
	return dst
}

// nominalMS is the time that a key usually stands for (its seconds lie above six
// bits); only the difference from it is kept.
func nominalMS(key int64) int64 { return key >> 6 * 1000 }
