package textindex

import (
	"encoding/binary"
	"slices"
	"sort"
	"sync"
)

// Segment is a segment's head in memory. It does not change and may be shared.
type Segment struct {
	Keys    []int64
	EndedMS []int64
	Sources []uint32
	Project []uint32
	firsts  []string
	filter  []byte // none: any word may be there
}

// Open reads a head.
func Open(head []byte) (*Segment, error) {
	n, b, err := uvarint(head)
	if err != nil || n > uint64(len(b)) {
		return nil, ErrFormat
	}
	s := &Segment{Keys: make([]int64, n), EndedMS: make([]int64, n), Sources: make([]uint32, n), Project: make([]uint32, n)}
	last := int64(0)
	for i := range s.Keys {
		var d uint64
		if d, b, err = uvarint(b); err != nil || i > 0 && d == 0 {
			return nil, ErrFormat
		}
		last += int64(d)
		s.Keys[i] = last
	}
	for i := range s.EndedMS {
		d, size := binary.Varint(b)
		if size <= 0 {
			return nil, ErrFormat
		}
		b = b[size:]
		s.EndedMS[i] = d + nominalMS(s.Keys[i])
	}
	for _, column := range [][]uint32{s.Sources, s.Project} {
		for i := range column {
			var v uint64
			if v, b, err = uvarint(b); err != nil || v > 1<<32-1 {
				return nil, ErrFormat
			}
			column[i] = uint32(v)
		}
	}
	leaves, b, err := uvarint(b)
	if err != nil || leaves > uint64(len(b)) {
		return nil, ErrFormat
	}
	s.firsts = make([]string, leaves)
	var word []byte
	for i := range s.firsts {
		var shared uint64
		var tail []byte
		if shared, b, err = uvarint(b); err != nil || shared > uint64(len(word)) {
			return nil, ErrFormat
		}
		if tail, b, err = bytesOf(b); err != nil {
			return nil, err
		}
		word = append(word[:shared], tail...)
		s.firsts[i] = string(word)
	}
	s.filter = slices.Clone(b)
	return s, nil
}

// Len is the number of items.
func (s *Segment) Len() int { return len(s.Keys) }

// Item returns an item by its number.
func (s *Segment) Item(i int) Item {
	return Item{s.Keys[i], s.EndedMS[i], int64(s.Sources[i]), int64(s.Project[i])}
}

// Number finds an item by its key.
func (s *Segment) Number(key int64) (int, bool) {
	i := sort.Search(len(s.Keys), func(i int) bool { return s.Keys[i] >= key })
	return i, i < len(s.Keys) && s.Keys[i] == key
}

// leafOf is the leaf in which the word would stand, -1 when it is before all.
func (s *Segment) leafOf(word string) int {
	return sort.Search(len(s.firsts), func(i int) bool { return s.firsts[i] > word }) - 1
}

// Find looks a word up.
func (s *Segment) Find(st Store, word string) (e Entry, found bool, err error) {
	n := s.leafOf(word)
	if n < 0 || !mayHold(s.filter, word) {
		return e, false, nil
	}
	data, err := st.Leaf(n)
	if err != nil {
		return e, false, err
	}
	return findIn(data, word)
}

// Prefix returns a cursor over the words that begin so, in order.
func (s *Segment) Prefix(st Store, prefix string) *PrefixCursor {
	return &PrefixCursor{s: s, st: st, prefix: prefix, leaf: max(s.leafOf(prefix), 0)}
}

// PrefixCursor walks through the words that begin with a prefix.
type PrefixCursor struct {
	Word  []byte // valid until the next call of Next
	Entry *Entry // the same

	s      *Segment
	st     Store
	prefix string
	leaf   int
	walk   leafWalk
}

// Next moves to the next word and reports whether there is one.
func (c *PrefixCursor) Next() (bool, error) {
	for {
		ok, err := c.walk.next()
		if err != nil {
			return false, err
		}
		if !ok {
			if c.leaf >= len(c.s.firsts) {
				return false, nil
			}
			data, err := c.st.Leaf(c.leaf)
			if err != nil {
				return false, err
			}
			c.leaf++
			c.walk.rest, c.walk.word = data, c.walk.word[:0]
			continue
		}
		w := c.walk.word
		if len(w) >= len(c.prefix) && string(w[:len(c.prefix)]) == c.prefix {
			c.Word, c.Entry = w, &c.walk.Entry
			return true, nil
		}
		if string(w) > c.prefix {
			return false, nil
		}
	}
}

// Whole is all of the segment.
func (s *Segment) Whole() Range { return Range{To: s.Len()} }

// Walk calls yield for the postings of an entry, some at a time, in the order
// of the items. The slices are only valid during the call.
func (s *Segment) Walk(st Store, e *Entry, want Range, yield func(items []uint32, weights []uint8)) error {
	if !e.Few() {
		return st.Chunks(e.first, e.chunks, func(postings []byte) error {
			return eachBlock(postings, uint32(s.Len()), want, yield)
		})
	}
	buf := fews.Get().(*few)
	defer fews.Put(buf)
	is, wl, err := e.few(buf.items[:0], buf.weights[:0], s.Len())
	if err == nil {
		yield(is, wl)
	}
	return err
}

// few holds the postings of one word of the dictionary while they are looked at.
type few struct {
	items   [inlineMost]uint32
	weights [inlineMost]uint8
}

var fews = sync.Pool{New: func() any { return &few{} }}

// few decodes the postings that stand in the dictionary.
func (e *Entry) few(items []uint32, weights []uint8, limit int) ([]uint32, []uint8, error) {
	b, at := e.postings, uint64(0)
	for range e.count {
		d, n := uint64(0), 1
		if len(b) > 0 && b[0] < 0x80 {
			d = uint64(b[0])
		} else if d, n = binary.Uvarint(b); n <= 0 || d >= uint64(limit) {
			return nil, nil, ErrFormat
		}
		if at += d; at >= uint64(limit) || n >= len(b) {
			return nil, nil, ErrFormat
		}
		items, weights = append(items, uint32(at)), append(weights, b[n])
		b = b[n+1:]
	}
	if len(b) > 0 {
		return nil, nil, ErrFormat
	}
	return items, weights, nil
}

// Read fills l with the whole list, positions included.
func (s *Segment) Read(st Store, e *Entry, l *List) error {
	l.reset()
	add := func(items []uint32, ws []uint8) {
		l.Items, l.Weights = append(l.Items, items...), append(l.Weights, ws...)
	}
	if e.Few() {
		var err error
		if l.Items, l.Weights, err = e.few(l.Items, l.Weights, s.Len()); err != nil {
			return err
		}
		return l.place(e.places)
	}
	n := e.first
	err := st.Chunks(e.first, e.chunks, func(postings []byte) error {
		if err := eachBlock(postings, uint32(s.Len()), s.Whole(), add); err != nil {
			return err
		}
		n++
		return st.Positions(n-1, l.place)
	})
	if err == nil && len(l.Items) != e.count {
		return ErrFormat
	}
	return err
}

// Places calls yield with the positions of the word in each of the items, which
// are in order and all hold the word. The slice is only valid during the call.
// Chunks that hold none of the items are passed over.
func (s *Segment) Places(st Store, e *Entry, items []uint32, yield func(i int, at []uint32)) error {
	w := placeWalk{items: items, yield: yield}
	var err error
	if e.Few() {
		var buf [inlineMost]uint32
		var ws [inlineMost]uint8
		if w.here, _, err = e.few(buf[:0], ws[:0], s.Len()); err == nil {
			err = w.visit(e.places)
		}
	} else {
		n := e.first - 1
		err = st.Chunks(e.first, e.chunks, func(postings []byte) error {
			n++
			if w.next == len(items) {
				return nil
			}
			w.here = w.here[:0]
			err := eachBlock(postings, uint32(s.Len()), s.Whole(), func(is []uint32, _ []uint8) { w.here = append(w.here, is...) })
			if err != nil || len(w.here) == 0 || w.here[len(w.here)-1] < items[w.next] {
				return err
			}
			return st.Positions(n, w.visit)
		})
	}
	if err == nil && w.next < len(items) {
		err = ErrFormat
	}
	return err
}

// placeWalk looks for the positions in some of the items of a list.
type placeWalk struct {
	items []uint32 // wanted
	next  int      // the first of them that was not found yet
	here  []uint32 // items whose positions are at hand
	at    []uint32
	yield func(i int, at []uint32)
}

func (w *placeWalk) visit(places []byte) error {
	for _, d := range w.here {
		if w.next == len(w.items) {
			return nil
		}
		if d != w.items[w.next] {
			n, err := span(places)
			if err != nil {
				return err
			}
			places = places[n:]
			continue
		}
		var err error
		if w.at, places, err = readPositions(w.at[:0], places); err != nil {
			return err
		}
		w.yield(w.next, w.at)
		w.next++
	}
	return nil
}

// place takes the positions of the postings that have none yet.
func (l *List) place(places []byte) error {
	l.Places = append(l.Places, places...)
	for len(l.Ends) < len(l.Items) {
		n, err := span(places)
		if err != nil {
			return err
		}
		places = places[n:]
		end := uint32(n)
		if k := len(l.Ends); k > 0 {
			end += l.Ends[k-1]
		}
		l.Ends = append(l.Ends, end)
	}
	if len(places) > 0 {
		return ErrFormat
	}
	return nil
}

// All calls yield for every word in order, with its list, which is only valid
// during the call.
func (s *Segment) All(st Store, yield func(word string, l *List) error) error {
	c := Cursor{s: s, st: st}
	for {
		ok, err := c.Next()
		if err != nil || !ok {
			return err
		}
		if err := yield(c.Word, &c.List); err != nil {
			return err
		}
	}
}

// Cursor walks through a segment's words in order.
type Cursor struct {
	Word string
	List List

	s    *Segment
	st   Store
	leaf int
	walk leafWalk
}

// Next moves to the next word and reports whether there is one.
func (c *Cursor) Next() (bool, error) {
	for {
		ok, err := c.walk.next()
		if err != nil {
			return false, err
		}
		if ok {
			break
		}
		if c.leaf >= len(c.s.firsts) {
			return false, nil
		}
		data, err := c.st.Leaf(c.leaf)
		if err != nil {
			return false, err
		}
		c.walk = leafWalk{rest: data}
		c.leaf++
	}
	c.Word = string(c.walk.word)
	return true, c.s.Read(c.st, &c.walk.Entry, &c.List)
}
