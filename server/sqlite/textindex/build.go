package textindex

import (
	"slices"
	"sort"
)

// Builder gathers items into a segment. Postings stand in one flat list until
// the segment is written: most words are rare, and a list for each would be
// most of the work.
type Builder struct {
	items    []Item
	ids      map[string]uint32
	words    []gathered
	postings []posting
	places   []byte

	order []uint32     // the words of the item at hand
	spots []occurrence // where they stand in it
	next  uint32       // its next position
	at    []uint32
}

// gathered is a word on its way into a segment.
type gathered struct {
	word   string
	count  int     // postings
	weight float64 // of the item at hand; 0 when the word is not in it
	// The occurrences in the item at hand, from the last one back.
	last int32
}

type occurrence struct {
	at       uint32
	previous int32
}

type posting struct {
	word, item uint32
	from, to   uint32 // of places
	weight     uint8
}

// NewBuilder returns an empty builder.
func NewBuilder() *Builder { return &Builder{ids: map[string]uint32{}} }

// Begin starts an item. Its key is higher than those of the items before it.
func (b *Builder) Begin(it Item) {
	if n := len(b.items); n > 0 && b.items[n-1].Key >= it.Key {
		panic("textindex: internal error: items out of order")
	}
	b.items = append(b.items, it)
	b.next = 0
}

// Word adds an occurrence of a word at the next position.
func (b *Builder) Word(w []byte, weight float64) {
	g := b.add(w, weight)
	b.spots = append(b.spots, occurrence{b.next, g.last})
	g.last = int32(len(b.spots) - 1)
	b.next++
}

// Part adds an occurrence of a piece of the last word: it has no position.
func (b *Builder) Part(w []byte, weight float64) { b.add(w, weight) }

// Gap separates texts: no phrase reaches over it.
func (b *Builder) Gap() { b.next++ }

func (b *Builder) add(w []byte, weight float64) *gathered {
	id, ok := b.ids[string(w)]
	if !ok {
		id = uint32(len(b.words))
		word := string(w)
		b.ids[word] = id
		b.words = append(b.words, gathered{word: word})
	}
	g := &b.words[id]
	if g.weight == 0 {
		b.order = append(b.order, id)
		g.last = -1
	}
	g.weight += weight
	return g
}

// End finishes the item.
func (b *Builder) End() {
	n := uint32(len(b.items) - 1)
	for _, id := range b.order {
		g := &b.words[id]
		b.at = b.at[:0]
		for i := g.last; i >= 0; i = b.spots[i].previous {
			b.at = append(b.at, b.spots[i].at)
		}
		slices.Reverse(b.at)
		p := posting{word: id, item: n, from: uint32(len(b.places)), weight: quantize(g.weight)}
		b.places = appendPositions(b.places, b.at)
		p.to = uint32(len(b.places))
		b.postings = append(b.postings, p)
		g.weight = 0
		g.count++
	}
	b.order, b.spots = b.order[:0], b.spots[:0]
}

// each calls yield for every word in order.
func (b *Builder) each(yield func(word string, l *List) error) error {
	order := make([]uint32, len(b.words))
	start := make([]int, len(b.words)+1)
	for id := range order {
		order[id] = uint32(id)
		start[id+1] = start[id] + b.words[id].count
	}
	sort.Slice(order, func(i, j int) bool { return b.words[order[i]].word < b.words[order[j]].word })
	byWord := make([]posting, len(b.postings)) // and by item within a word
	at := slices.Clone(start)
	for _, p := range b.postings {
		byWord[at[p.word]] = p
		at[p.word]++
	}
	var l List
	for _, id := range order {
		l.reset()
		for _, p := range byWord[start[id]:start[id+1]] {
			l.Items, l.Weights = append(l.Items, p.item), append(l.Weights, p.weight)
			l.Places = append(l.Places, b.places[p.from:p.to]...)
			l.Ends = append(l.Ends, uint32(len(l.Places)))
		}
		if err := yield(b.words[id].word, &l); err != nil {
			return err
		}
	}
	return nil
}

// Write writes the segment.
func (b *Builder) Write(sink Sink) error {
	w := NewWriter(sink, b.items)
	if err := b.each(w.Add); err != nil {
		return err
	}
	return w.Close()
}

// Sums returns, for each item, a checksum of all its postings: equal texts give
// equal sums, whatever segment they stand in.
func (b *Builder) Sums() []uint64 {
	sums := make([]uint64, len(b.items))
	b.each(func(word string, l *List) error {
		addSums(sums, word, l)
		return nil
	})
	return sums
}

// Sums returns the same of a segment's items.
func (s *Segment) Sums(st Store) ([]uint64, error) {
	sums := make([]uint64, s.Len())
	previous := ""
	err := s.All(st, func(word string, l *List) error {
		if previous != "" && word <= previous || !slices.IsSorted(l.Items) {
			return ErrFormat
		}
		previous = word
		addSums(sums, word, l)
		return nil
	})
	return sums, err
}

func addSums(sums []uint64, word string, l *List) {
	const prime = 1099511628211
	seed := uint64(14695981039346656037)
	for i := 0; i < len(word); i++ {
		seed = (seed ^ uint64(word[i])) * prime
	}
	start := uint32(0)
	for i, d := range l.Items {
		h := (seed ^ uint64(l.Weights[i]) ^ 1<<8) * prime
		for _, c := range l.Places[start:l.Ends[i]] {
			h = (h ^ uint64(c)) * prime
		}
		start = l.Ends[i]
		sums[d] += h ^ h>>29
	}
}
