package sqlite

import (
	"context"
	"slices"
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
	for i, t := range terms {
		x := &out[i]
		x.term = t
		words := t.kind == wordTerm && len(t.humps) < 2
		for _, seg := range s.segs {
			if words {
				n, es, err := s.countWords(ctx, seg, &t)
				if err != nil {
					return nil, err
				}
				x.single = append(x.single, es)
				x.df += float64(n)
				continue
			}
			n, m, err := s.make(ctx, seg, &t)
			if err != nil {
				return nil, err
			}
			x.made = append(x.made, m)
			x.df += float64(n)
		}
		x.df = min(x.df, s.total)
		x.idf = idf(x.df, s.total)
	}
	return out, nil
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

// make finds the items of a segment that hold a phrase, a prefix, CJK text or an
// identifier. n counts the permitted ones; those asked for are returned.
func (s *search) make(ctx context.Context, seg *liveSegment, t *term) (n int, m matches, err error) {
	st := s.store(ctx, seg)
	var all matches
	switch t.kind {
	case phraseTerm:
		all, err = phraseIn(seg, st, t.words)
	case prefixTerm:
		all, err = prefixIn(seg, st, t.words[0])
	case cjkTerm:
		all, err = pairsIn(seg, st, t.words)
	default:
		all, err = identifierIn(seg, st, t)
	}
	if err != nil {
		return 0, m, err
	}
	x := s.sieve(seg)
	for i, d := range all.items {
		if !x.permits(d) {
			continue
		}
		n++
		if x.passes(d) {
			m.items, m.weights = append(m.items, d), append(m.weights, all.weights[i])
		}
	}
	return n, m, nil
}

// sum adds up weights by item.
type sum struct {
	of   []float32
	seen []uint32
}

func newSum(n int) *sum { return &sum{of: make([]float32, n)} }

func (a *sum) add(d uint32, w float32) {
	if a.of[d] == 0 {
		a.seen = append(a.seen, d)
	}
	a.of[d] += w
}

func (a *sum) matches() matches {
	m := matches{items: a.seen, weights: make([]float32, len(a.seen))}
	for i, d := range a.seen {
		m.weights[i] = a.of[d]
	}
	return m
}

func addEntry(a *sum, seg *liveSegment, st textindex.Store, e *textindex.Entry) error {
	return seg.Walk(st, e, seg.Whole(), func(items []uint32, ws []uint8) {
		for i, d := range items {
			a.add(d, textindex.Weight(ws[i]))
		}
	})
}

func prefixIn(seg *liveSegment, st textindex.Store, prefix string) (matches, error) {
	a := newSum(seg.Len())
	err := seg.Prefix(st, prefix, func(e textindex.Entry) error { return addEntry(a, seg, st, &e) })
	return a.matches(), err
}

// identifierIn finds a name such as getUserById: as it stands, in other forms,
// or as words in a row.
func identifierIn(seg *liveSegment, st textindex.Store, t *term) (matches, error) {
	a := newSum(seg.Len())
	for _, w := range append([]string{t.words[0]}, t.forms...) {
		e, ok, err := seg.Find(st, string(indexed([]byte(w))))
		if err == nil && ok {
			err = addEntry(a, seg, st, &e)
		}
		if err != nil {
			return matches{}, err
		}
	}
	m, err := phraseIn(seg, st, t.humps)
	for i, d := range m.items {
		a.add(d, m.weights[i])
	}
	return a.matches(), err
}

// pairsIn finds items that hold all pairs. A single character is only a token
// of its own when it stands alone; else it is found at the start of a pair.
func pairsIn(seg *liveSegment, st textindex.Store, pairs []string) (m matches, err error) {
	for i, p := range pairs {
		var one matches
		if utf8.RuneCountInString(p) == 1 {
			one, err = prefixIn(seg, st, p)
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

// phraseIn finds items that hold the words in a row: first those that hold all
// words, rarest first, then by their positions.
func phraseIn(seg *liveSegment, st textindex.Store, words []string) (m matches, err error) {
	es := make([]textindex.Entry, len(words))
	order := make([]int, len(words))
	for i, w := range words {
		var ok bool
		if es[i], ok, err = seg.Find(st, string(indexed([]byte(w)))); err != nil || !ok {
			return matches{}, err
		}
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return es[a].Count() - es[b].Count() })
	for n, i := range order {
		want := seg.Whole()
		if n > 0 {
			if len(m.items) == 0 {
				return matches{}, nil
			}
			want.Only = m.items
		}
		var one matches
		err := seg.Walk(st, &es[i], want, func(items []uint32, ws []uint8) {
			for k, d := range items {
				one.items, one.weights = append(one.items, d), append(one.weights, textindex.Weight(ws[k]))
			}
		})
		if err != nil {
			return matches{}, err
		}
		if n == 0 {
			m = one
		} else {
			m = both(m, one)
		}
	}
	if len(words) < 2 || len(m.items) == 0 {
		return m, nil
	}
	return inARow(seg, st, es, m)
}

// inARow keeps the items in which the words follow each other.
func inARow(seg *liveSegment, st textindex.Store, es []textindex.Entry, m matches) (matches, error) {
	starts := make([][]uint32, len(m.items)) // where the phrase may begin, by what is left of m
	for w := range es {
		kept := 0
		err := seg.Places(st, &es[w], m.items, func(i int, at []uint32) {
			var next []uint32
			if w == 0 {
				next = slices.Clone(at)
			} else {
				next = starts[i][:0]
				for _, p := range starts[i] {
					if _, ok := slices.BinarySearch(at, p+uint32(w)); ok {
						next = append(next, p)
					}
				}
			}
			if len(next) > 0 {
				m.items[kept], m.weights[kept], starts[kept] = m.items[i], m.weights[i], next
				kept++
			}
		})
		if err != nil {
			return matches{}, err
		}
		m.items, m.weights, starts = m.items[:kept], m.weights[:kept], starts[:kept]
		if kept == 0 {
			break
		}
	}
	return m, nil
}
