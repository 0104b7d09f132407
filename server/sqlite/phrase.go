package sqlite

import (
	"context"
	"math"
	"slices"
	"sort"

	"jezero/server/sqlite/textindex"
)

// phraseMost bounds the items that a phrase is looked for in, all of which hold
// all of its words: of more than these the newest are looked into. Only phrases
// of nothing but very common words come to so many.
const phraseMost = 50_000

// holders are the items of a segment that hold all words of a phrase.
type holders struct {
	entries []textindex.Entry // of the words
	matches                   // in order
}

// phrase finds the permitted items that hold the words in a row, by segment. n is
// how many there are: more than are listed when not all were looked into.
func (s *search) phrase(ctx context.Context, words []string) (made []matches, n int, err error) {
	hold := make([]holders, len(s.segs))
	total := 0
	for i, seg := range s.segs {
		x := s.sieve(seg)
		if hold[i], err = holdAll(seg, s.store(ctx, seg), words, x.permits); err != nil {
			return nil, 0, err
		}
		total += len(hold[i].items)
	}
	looked := total
	if total > s.phraseMost {
		// What is not asked for would only be counted.
		looked = 0
		for i, seg := range s.segs {
			x := s.sieve(seg)
			hold[i].keep(x.passes)
			looked += len(hold[i].items)
		}
		if looked > s.phraseMost {
			looked = s.newestHolders(hold)
		}
	}
	made = make([]matches, len(s.segs))
	for i, seg := range s.segs {
		m, err := inARow(seg, s.store(ctx, seg), &hold[i])
		if err != nil {
			return nil, 0, err
		}
		n += len(m.items)
		made[i] = m
	}
	if looked < total && looked > 0 {
		n = int(float64(n) * float64(total) / float64(looked))
	}
	return made, n, nil
}

// newestHolders keeps the newest items that hold the words, and counts them.
func (s *search) newestHolders(hold []holders) (n int) {
	from := func(i int, key int64) int {
		return sort.Search(len(hold[i].items), func(k int) bool { return s.segs[i].Keys[hold[i].items[k]] >= key })
	}
	// The least key that so many of them have or exceed.
	low, high := int64(math.MinInt64/2), int64(math.MaxInt64/2)
	for low < high {
		mid, n := low+(high-low)/2, 0
		for i := range hold {
			n += len(hold[i].items) - from(i, mid)
		}
		if n > s.phraseMost {
			low = mid + 1
		} else {
			high = mid
		}
	}
	for i := range hold {
		m := &hold[i].matches
		k := from(i, low)
		m.items, m.weights = m.items[k:], m.weights[k:]
		n += len(m.items)
	}
	return n
}

// keep leaves out the items that are not wanted.
func (m *matches) keep(want func(uint32) bool) {
	kept := 0
	for i, d := range m.items {
		if want(d) {
			m.items[kept], m.weights[kept] = d, m.weights[i]
			kept++
		}
	}
	m.items, m.weights = m.items[:kept], m.weights[:kept]
}

// holdAll finds the items of a segment that are permitted and hold all words,
// from the rarest word on. An item has the weight of the word that weighs least.
func holdAll(seg *liveSegment, st textindex.Store, words []string, permits func(uint32) bool) (h holders, err error) {
	h.entries = make([]textindex.Entry, len(words))
	for i, w := range words {
		var ok bool
		if h.entries[i], ok, err = seg.Find(st, string(indexed([]byte(w)))); err != nil || !ok {
			return holders{}, err
		}
	}
	for n, i := range rarest(h.entries) {
		e := &h.entries[i]
		if n == 0 {
			h.items, h.weights = make([]uint32, 0, e.Count()), make([]float32, 0, e.Count())
			err = seg.Walk(st, e, seg.Whole(), func(items []uint32, ws []uint8) {
				for k, d := range items {
					if permits(d) {
						h.items, h.weights = append(h.items, d), append(h.weights, textindex.Weight(ws[k]))
					}
				}
			})
		} else if len(h.items) > 0 {
			want := seg.Whole()
			want.Only = h.items
			at, kept := 0, 0
			err = seg.Walk(st, e, want, func(items []uint32, ws []uint8) {
				for k, d := range items {
					for at < len(h.items) && h.items[at] < d {
						at++
					}
					if at < len(h.items) && h.items[at] == d {
						h.items[kept], h.weights[kept] = d, min(h.weights[at], textindex.Weight(ws[k]))
						at++
						kept++
					}
				}
			})
			h.items, h.weights = h.items[:kept], h.weights[:kept]
		}
		if err != nil {
			return holders{}, err
		}
	}
	return h, nil
}

// rarest are the numbers of the entries, the rarest first.
func rarest(es []textindex.Entry) []int {
	order := make([]int, len(es))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return es[a].Count() - es[b].Count() })
	return order
}

// inARow keeps the items in which the words follow each other. The rarest word
// says where the phrase may begin, the others which of these places are left.
func inARow(seg *liveSegment, st textindex.Store, h *holders) (matches, error) {
	m := h.matches
	if len(h.entries) < 2 || len(m.items) == 0 {
		return m, nil
	}
	var starts, next []uint32 // where the phrase may begin, item after item
	ends := make([]int, 0, len(m.items))
	for n, w := range rarest(h.entries) {
		kept, from := 0, 0
		next = next[:0]
		err := seg.Places(st, &h.entries[w], m.items, func(i int, at []uint32) {
			before := len(next)
			if n == 0 {
				for _, p := range at {
					if p >= uint32(w) {
						next = append(next, p-uint32(w))
					}
				}
				ends = append(ends, 0)
			} else {
				next = meet(next, starts[from:ends[i]], at, uint32(w))
				from = ends[i]
			}
			if len(next) > before {
				m.items[kept], m.weights[kept], ends[kept] = m.items[i], m.weights[i], len(next)
				kept++
			}
		})
		if err != nil {
			return matches{}, err
		}
		m.items, m.weights, ends = m.items[:kept], m.weights[:kept], ends[:kept]
		if kept == 0 {
			break
		}
		starts, next = next, starts
	}
	return m, nil
}

// meet appends the starts that have a word at the distance given, which stands
// at the positions at. All are in order.
func meet(dst, starts, at []uint32, distance uint32) []uint32 {
	i := 0
	for _, p := range starts {
		for i < len(at) && at[i] < p+distance {
			i++
		}
		if i == len(at) {
			break
		}
		if at[i] == p+distance {
			dst = append(dst, p)
		}
	}
	return dst
}

// identifier finds a name such as getUserById: as it stands, in other forms, or
// as words in a row.
func (s *search) identifier(ctx context.Context, t *term) (made []matches, n int, err error) {
	rows, _, err := s.phrase(ctx, t.humps)
	if err != nil {
		return nil, 0, err
	}
	i := -1
	return s.eachSegment(func(seg *liveSegment) (matches, error) {
		i++
		a, st := newSum(seg.Len()), s.store(ctx, seg)
		for k, d := range rows[i].items {
			a.add(d, rows[i].weights[k])
		}
		for _, w := range append([]string{t.words[0]}, t.forms...) {
			e, ok, err := seg.Find(st, string(indexed([]byte(w))))
			if err == nil && ok {
				err = addEntry(a, seg, st, &e)
			}
			if err != nil {
				return matches{}, err
			}
		}
		return a.matches(), nil
	})
}
