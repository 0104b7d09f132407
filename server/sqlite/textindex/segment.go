package textindex

import (
	"encoding/binary"
	"slices"
	"sort"
	"strings"
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

// Prefix calls yield for every word that begins so.
func (s *Segment) Prefix(st Store, prefix string, yield func(Entry) error) error {
	for n := max(s.leafOf(prefix), 0); n < len(s.firsts); n++ {
		if s.firsts[n] > prefix && !strings.HasPrefix(s.firsts[n], prefix) {
			return nil
		}
		data, err := st.Leaf(n)
		if err != nil {
			return err
		}
		w := leafWalk{rest: data}
		for {
			ok, err := w.next()
			if err != nil {
				return err
			}
			if !ok {
				break
			}
			if strings.HasPrefix(string(w.word), prefix) {
				if err := yield(w.Entry); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Whole is all of the segment.
func (s *Segment) Whole() Range { return Range{To: s.Len()} }

// Walk calls yield for the postings of an entry, some at a time, in the order
// of the items. The slices are only valid during the call.
func (s *Segment) Walk(st Store, e *Entry, want Range, yield func(items []uint32, weights []uint8)) error {
	if !e.Few() {
		return st.Chunks(e.first, e.chunks, false, func(postings, _ []byte) error {
			return eachBlock(postings, uint32(s.Len()), want, yield)
		})
	}
	var items [inlineMost]uint32
	var ws [inlineMost]uint8
	is, wl, err := e.few(items[:0], ws[:0], s.Len())
	if err == nil {
		yield(is, wl)
	}
	return err
}

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
	err := st.Chunks(e.first, e.chunks, true, func(postings, places []byte) error {
		if err := eachBlock(postings, uint32(s.Len()), s.Whole(), add); err != nil {
			return err
		}
		return l.place(places)
	})
	if err == nil && len(l.Items) != e.count {
		return ErrFormat
	}
	return err
}

// Places calls yield with the positions of the word in each of the items, which
// are in order and all hold the word. The slice is only valid during the call.
func (s *Segment) Places(st Store, e *Entry, items []uint32, yield func(i int, at []uint32)) error {
	next := 0
	var at []uint32
	var here []uint32 // the items of a chunk
	visit := func(places []byte) error {
		for _, d := range here {
			if next == len(items) {
				return nil
			}
			n, err := span(places)
			if err != nil {
				return err
			}
			if d == items[next] {
				if at, err = readPositions(at[:0], places[:n]); err != nil {
					return err
				}
				yield(next, at)
				next++
			}
			places = places[n:]
		}
		return nil
	}
	var err error
	if e.Few() {
		var buf [inlineMost]uint32
		var ws [inlineMost]uint8
		if here, _, err = e.few(buf[:0], ws[:0], s.Len()); err == nil {
			err = visit(e.places)
		}
	} else {
		err = st.Chunks(e.first, e.chunks, true, func(postings, places []byte) error {
			here = here[:0]
			err := eachBlock(postings, uint32(s.Len()), s.Whole(), func(is []uint32, _ []uint8) { here = append(here, is...) })
			if err != nil || len(here) == 0 || next == len(items) || here[len(here)-1] < items[next] {
				return err
			}
			return visit(places)
		})
	}
	if err == nil && next < len(items) {
		err = ErrFormat
	}
	return err
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
