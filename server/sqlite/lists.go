package sqlite

import (
	"context"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"jezero/server/sqlite/textindex"
)

// lookedUp is a term with what the index has of it: the entries of its words in
// each segment, or, for terms that are more than words, the items themselves.
type lookedUp struct {
	term
	single [][]textindex.Entry // by segment: of each form of the word
	made   []matches           // by segment; nil for words
	df     float64
	idf    float64
}

// matches are items of a segment, in any order, and what a term weighs in them.
type matches struct {
	items   []uint32
	weights []float32
}

// sieve says which items of a segment count.
type sieve struct {
	seg      *liveSegment
	allowed  []bool // by source; nil for all
	projects []bool // by project; nil for all
	since    int64  // ms, 0 for none
	until    int64
	from, to int // numbers of items
	whole    bool
}

func (s *search) sieve(seg *liveSegment) sieve {
	x := sieve{seg: seg, allowed: s.allowed, to: seg.Len(), whole: true}
	f := &s.filter
	if f.projects != nil {
		x.projects = bools(f.projects)
	}
	if !f.since.IsZero() {
		x.since = millis(f.since)
	}
	if !f.until.IsZero() {
		x.until = millis(f.until)
	}
	if f.minPK > 0 {
		x.from, _ = seg.Number(f.minPK)
	}
	if f.maxPK > 0 {
		x.to, _ = seg.Number(f.maxPK + 1)
	}
	x.whole = x.projects == nil && x.from == 0 && x.to == seg.Len() && x.since == 0 && x.until == 0
	return x
}

func bools(ids []int64) []bool {
	out := []bool{}
	for _, id := range ids {
		for int64(len(out)) <= id {
			out = append(out, false)
		}
		out[id] = true
	}
	return out
}

// permits reports whether the caller may know of the item.
func (x *sieve) permits(item uint32) bool {
	if x.allowed != nil {
		if id := x.seg.Sources[item]; int(id) >= len(x.allowed) || !x.allowed[id] {
			return false
		}
	}
	return !x.seg.isGone(item)
}

// passes reports whether an item that is permitted is asked for.
func (x *sieve) passes(item uint32) bool {
	if x.whole {
		return true
	}
	if int(item) < x.from || int(item) >= x.to {
		return false
	}
	if x.projects != nil {
		if id := x.seg.Project[item]; int(id) >= len(x.projects) || !x.projects[id] {
			return false
		}
	}
	at := x.seg.EndedMS[item]
	return (x.since == 0 || at >= x.since) && (x.until == 0 || at <= x.until)
}

// free reports whether nothing has to be asked.
func (x *sieve) free() bool { return x.whole && x.allowed == nil && x.seg.gone == nil }

// lookUp finds the terms in the index, and counts in how many permitted items
// each stands. They come back in the order in which they were given.
func (s *search) lookUp(ctx context.Context, terms []term) ([]lookedUp, error) {
	out := make([]lookedUp, len(terms))
	for i := range terms {
		key := terms[i].key() + "\x00" + strings.Join(terms[i].forms, " ")
		x, known := s.known[key]
		if !known {
			var err error
			if x, err = s.lookUpOne(ctx, &terms[i]); err != nil {
				return nil, err
			}
			if s.known == nil {
				s.known = map[string]lookedUp{}
			}
			s.known[key] = x
		}
		out[i] = x
		out[i].term = terms[i]
	}
	return out, nil
}

func (s *search) lookUpOne(ctx context.Context, t *term) (x lookedUp, err error) {
	n := 0
	switch {
	case t.kind == wordTerm && len(t.humps) < 2:
		for _, seg := range s.segs {
			of, es, err := s.countWords(ctx, seg, t)
			if err != nil {
				return x, err
			}
			x.single = append(x.single, es)
			n += of
		}
	case t.kind == phraseTerm:
		if x.made, n, err = s.phrase(ctx, t.words); err == nil {
			for i, seg := range s.segs {
				sieve := s.sieve(seg)
				x.made[i].keep(sieve.passes)
			}
		}
	case t.kind == wordTerm:
		x.made, n, err = s.identifier(ctx, t)
	case t.kind == prefixTerm:
		x.made, n, err = s.prefix(ctx, t.words[0])
	default:
		x.made, n, err = s.eachSegment(func(seg *liveSegment) (matches, error) {
			return pairsIn(seg, s.store(ctx, seg), t.words)
		})
	}
	x.df = min(float64(n), s.total)
	x.idf = idf(x.df, s.total)
	return x, err
}

// countWords looks up a word and its other forms. The number is that of all of
// them, which is a little high where an item holds more than one.
func (s *search) countWords(ctx context.Context, seg *liveSegment, t *term) (n int, es []textindex.Entry, err error) {
	st, x := s.store(ctx, seg), sieve{seg: seg, allowed: s.allowed, to: seg.Len(), whole: true}
	for i := -1; i < len(t.forms); i++ {
		w := t.words[0]
		if i >= 0 {
			w = t.forms[i]
		}
		e, ok, err := seg.Find(st, string(indexed([]byte(w))))
		if err != nil {
			return 0, nil, err
		}
		if !ok {
			continue
		}
		es = append(es, e)
		switch {
		case x.free():
			n += e.Count()
		case e.Few():
			err = seg.Walk(st, &e, seg.Whole(), func(items []uint32, _ []uint8) {
				for _, d := range items {
					if x.permits(d) {
						n++
					}
				}
			})
		default:
			var of int
			of, err = e.CountOf(func(id int64) bool { return s.allowed == nil || id < int64(len(s.allowed)) && s.allowed[id] })
			n += of
		}
		if err != nil {
			return 0, nil, err
		}
	}
	return n, es, nil
}

// eachSegment finds items in each segment. n counts the permitted ones; those
// asked for are returned.
func (s *search) eachSegment(find func(*liveSegment) (matches, error)) (made []matches, n int, err error) {
	for _, seg := range s.segs {
		all, err := find(seg)
		if err != nil {
			return nil, 0, err
		}
		x := s.sieve(seg)
		m := matches{}
		for i, d := range all.items {
			if !x.permits(d) {
				continue
			}
			n++
			if x.passes(d) {
				m.items, m.weights = append(m.items, d), append(m.weights, all.weights[i])
			}
		}
		made = append(made, m)
	}
	return made, n, nil
}

// sum adds up weights by item.
type sum struct {
	of   []float32
	seen []uint32
}

var sums = sync.Pool{New: func() any { return &sum{} }}

// newSum returns a sum for n items. It is used until matches is called.
func newSum(n int) *sum {
	a := sums.Get().(*sum)
	if len(a.of) < n {
		a.of = make([]float32, n)
	}
	return a
}

func (a *sum) add(d uint32, w float32) {
	if a.of[d] == 0 {
		a.seen = append(a.seen, d)
	}
	a.of[d] += w
}

func (a *sum) matches() matches {
	m := matches{items: slices.Clone(a.seen), weights: make([]float32, len(a.seen))}
	for i, d := range a.seen {
		m.weights[i], a.of[d] = a.of[d], 0
	}
	a.seen = a.seen[:0]
	sums.Put(a)
	return m
}

func addEntry(a *sum, seg *liveSegment, st textindex.Store, e *textindex.Entry) error {
	return seg.Walk(st, e, seg.Whole(), func(items []uint32, ws []uint8) {
		for i, d := range items {
			a.add(d, textindex.Weight(ws[i]))
		}
	})
}

// startsIn finds the items of a segment with a word that begins so.
func startsIn(seg *liveSegment, st textindex.Store, prefix string) (matches, error) {
	a := newSum(seg.Len())
	for c := seg.Prefix(st, prefix); ; {
		ok, err := c.Next()
		if err == nil && ok {
			err = addEntry(a, seg, st, c.Entry)
		}
		if err != nil || !ok {
			return a.matches(), err
		}
	}
}

// pairsIn finds items that hold all pairs. A single character is only a token
// of its own when it stands alone; else it is found at the start of a pair.
func pairsIn(seg *liveSegment, st textindex.Store, pairs []string) (m matches, err error) {
	for i, p := range pairs {
		var one matches
		if utf8.RuneCountInString(p) == 1 {
			one, err = startsIn(seg, st, p)
		} else {
			var e textindex.Entry
			var ok bool
			a := newSum(seg.Len())
			if e, ok, err = seg.Find(st, p); err == nil && ok {
				err = addEntry(a, seg, st, &e)
			}
			one = a.matches()
		}
		if err != nil || len(one.items) == 0 {
			return matches{}, err
		}
		one.sort()
		if i == 0 {
			m = one
		} else {
			m = both(m, one)
		}
	}
	return m, nil
}

func (m *matches) sort() {
	if slices.IsSorted(m.items) {
		return
	}
	by := make(map[uint32]float32, len(m.items))
	for i, d := range m.items {
		by[d] = m.weights[i]
	}
	slices.Sort(m.items)
	for i, d := range m.items {
		m.weights[i] = by[d]
	}
}

// both keeps the items of two sorted lists, with the lesser weight.
func both(a, b matches) (m matches) {
	j := 0
	for i, d := range a.items {
		for j < len(b.items) && b.items[j] < d {
			j++
		}
		if j == len(b.items) {
			break
		}
		if b.items[j] == d {
			m.items, m.weights = append(m.items, d), append(m.weights, min(a.weights[i], b.weights[j]))
		}
	}
	return m
}
