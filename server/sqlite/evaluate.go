package sqlite

import (
	"container/heap"
	"context"
	"math"
	"math/bits"
	"slices"
	"sync"

	"jezero/server/sqlite/textindex"
)

// candidate is an item that holds terms, scored from the index alone.
type candidate struct {
	pk    int64
	score float32
	mask  uint64 // the terms that it holds
}

// better sorts best first; equal scores newest first, so that the order is
// stable from call to call.
func (c candidate) better(o candidate) bool {
	if c.score != o.score {
		return c.score > o.score
	}
	return c.pk > o.pk
}

// best keeps the most best candidates: a heap with the worst on top.
type best struct {
	most int
	list []candidate
}

func (b *best) Len() int           { return len(b.list) }
func (b *best) Less(i, j int) bool { return b.list[j].better(b.list[i]) }
func (b *best) Swap(i, j int)      { b.list[i], b.list[j] = b.list[j], b.list[i] }
func (b *best) Push(x any)         { b.list = append(b.list, x.(candidate)) }
func (b *best) Pop() any {
	x := b.list[len(b.list)-1]
	b.list = b.list[:len(b.list)-1]
	return x
}

// least is the score that a candidate must reach to be kept.
func (b *best) least() float32 {
	if len(b.list) < b.most {
		return 0
	}
	return b.list[0].score
}

func (b *best) offer(c candidate) {
	switch {
	case len(b.list) < b.most:
		heap.Push(b, c)
	case c.better(b.list[0]):
		b.list[0] = c
		heap.Fix(b, 0)
	}
}

func (b *best) sorted() []candidate {
	slices.SortFunc(b.list, func(x, y candidate) int {
		if x.better(y) {
			return -1
		}
		return 1
	})
	return b.list
}

// tally is what an item has gathered so far.
type tally struct {
	sum  float32
	mask uint32
}

// scratch is what one question needs of memory for a segment, used again by the
// next.
type scratch struct {
	of      []tally
	touched []uint32
	sorted  []uint32 // the same, in order
	weight  []float32
	forms   []uint32 // items that have a weight
}

var scratches = sync.Pool{New: func() any { return &scratch{} }}

// grow makes room for n items. Everything is zero.
func (c *scratch) grow(n int) {
	if len(c.of) < n {
		c.of, c.weight = make([]tally, n), make([]float32, n)
	}
}

func (c *scratch) clear() {
	for _, d := range c.touched {
		c.of[d] = tally{}
	}
	c.touched = c.touched[:0]
}

// bar lets evaluate leave out items that cannot be among the best.
type bar struct {
	cover func(mask uint32) float32
	most  int
	least func() float32 // the score that an item must reach by now
}

// below reports whether items that hold none but the rest of the terms, from
// number i on, stay below the bar: then only those that were touched already
// have to be gone on with.
func (b *bar) below(c *scratch, terms []lookedUp, i int) bool {
	if i == 0 {
		return false
	}
	most, mask := float32(0), uint32(0)
	for j := i; j < len(terms); j++ {
		most += float32(terms[j].idf) * (saturation + 1)
		mask |= 1 << j
	}
	most *= b.cover(mask) * maxBonus
	if most < b.least() {
		return true
	}
	if len(c.touched) < b.most || len(c.touched) > 8192 {
		return false
	}
	// What the best have by now they keep.
	now := best{most: b.most}
	for _, d := range c.touched {
		if t := c.of[d]; t.sum > now.least() {
			now.offer(candidate{score: t.sum * b.cover(t.mask)})
		}
	}
	return most < now.least()
}

// evaluate gathers, for all items that are permitted and asked for, which of
// the terms they hold and how much those weigh, and calls found for each item
// of each segment. With a bar the terms come rarest first, and items that
// cannot reach it may be left out; one that holds the first term never is.
func (s *search) evaluate(ctx context.Context, terms []lookedUp, b *bar, found func(seg *liveSegment, item uint32, t tally)) error {
	c := scratches.Get().(*scratch)
	defer scratches.Put(c)
	for n, seg := range s.segs {
		c.grow(seg.Len())
		x := s.sieve(seg)
		var err error
		closed := false
		for i := range terms {
			closed = closed || b != nil && b.below(c, terms, i)
			if closed && len(c.touched) == 0 {
				break
			}
			if err = s.addTerm(ctx, c, &x, n, uint32(1)<<i, &terms[i], closed); err != nil {
				break
			}
		}
		if err == nil {
			for _, d := range c.touched {
				found(seg, d, c.of[d])
			}
		}
		c.clear()
		if err != nil {
			return err
		}
	}
	return nil
}

// saturate is what a weight counts: after a few occurrences more of them say
// nothing new.
func saturate(idf, w float32) float32 { return idf * w * (saturation + 1) / (w + saturation) }

func (c *scratch) add(d uint32, score float32, bit uint32) {
	t := &c.of[d]
	if t.mask == 0 {
		c.touched = append(c.touched, d)
	}
	t.sum += score
	t.mask |= bit
}

// addTerm adds what one term gives; closed: to items that were touched already.
func (s *search) addTerm(ctx context.Context, c *scratch, x *sieve, n int, bit uint32, t *lookedUp, closed bool) error {
	idf := float32(t.idf)
	if t.made != nil {
		m := t.made[n]
		for i, d := range m.items {
			if !closed || c.of[d].mask != 0 {
				c.add(d, saturate(idf, m.weights[i]), bit)
			}
		}
		return nil
	}
	// Whether an item counts.
	counts := func(d uint32) bool { return x.passes(d) && x.permits(d) }
	switch {
	case closed: // touched items do, as others before them
		counts = func(d uint32) bool { return c.of[d].mask != 0 }
	case x.free():
		counts = nil
	}
	want := textindex.Range{From: x.from, To: x.to}
	if closed && len(c.touched) < x.seg.Len()/64 {
		c.sorted = append(c.sorted[:0], c.touched...)
		slices.Sort(c.sorted)
		want.Only = c.sorted
	}
	st := s.store(ctx, x.seg)
	if len(t.single[n]) == 1 {
		var table [256]float32
		for q := range table {
			table[q] = saturate(idf, textindex.Weight(uint8(q)))
		}
		return x.seg.Walk(st, &t.single[n][0], want, func(items []uint32, ws []uint8) {
			for i, d := range items {
				if counts == nil || counts(d) {
					c.add(d, table[ws[i]], bit)
				}
			}
		})
	}
	// Several forms of a word add up before they saturate.
	c.forms = c.forms[:0]
	var err error
	for i := range t.single[n] {
		err = x.seg.Walk(st, &t.single[n][i], want, func(items []uint32, ws []uint8) {
			for i, d := range items {
				if counts == nil || counts(d) {
					if c.weight[d] == 0 {
						c.forms = append(c.forms, d)
					}
					c.weight[d] += textindex.Weight(ws[i])
				}
			}
		})
		if err != nil {
			break
		}
	}
	for _, d := range c.forms {
		c.add(d, saturate(idf, c.weight[d]), bit)
		c.weight[d] = 0
	}
	return err
}

// coverage is the factor for each set of terms: the more of the question an item
// holds, the better.
func coverage(terms []lookedUp) func(mask uint32) float32 {
	total := 0.0
	for _, t := range terms {
		total += t.idf
	}
	of := func(mask uint32) float32 {
		got := 0.0
		for m := mask; m != 0; m &= m - 1 {
			got += terms[bits.TrailingZeros32(m)].idf
		}
		if total == 0 {
			return 1
		}
		return float32(0.5 + 0.5*got/total)
	}
	if len(terms) > 10 {
		return of
	}
	table := make([]float32, 1<<len(terms))
	for m := range table {
		table[m] = of(uint32(m))
	}
	return func(mask uint32) float32 { return table[mask] }
}

// recency is the factor for an item's age, in ms.
func recency(age float64) float64 {
	return 1 + recencyBonus*math.Exp(-max(age, 0)/(24*3600*1000)/recencyDays)
}

// maxBonus is what an item can gain at most by its age and project.
const maxBonus = (1 + recencyBonus) * (1 + projectBonus)

// choose ranks all items that hold any of the terms and keeps the best: of those
// that hold all terms, and of all. whole says how many hold all.
func (s *search) choose(ctx context.Context, terms []lookedUp, most int) (strict, any best, whole int, err error) {
	strict.most, any.most = most, most
	full := uint32(1)<<len(terms) - 1
	cover := coverage(terms)
	now := s.now.UnixMilli()
	b := &bar{cover: cover, most: most, least: func() float32 { return max(strict.least(), any.least()) }}
	if s.testOnlyNoBar {
		b = nil
	}
	err = s.evaluate(ctx, terms, b, func(seg *liveSegment, item uint32, t tally) {
		into := &any
		if t.mask == full {
			whole++
			into = &strict
		}
		least := into.least()
		if t.sum*maxBonus < least {
			return
		}
		score := t.sum * cover(t.mask)
		if score*maxBonus < least {
			return
		}
		score *= float32(recency(float64(now - seg.EndedMS[item])))
		if p := seg.Project[item]; int(p) < len(s.preferred) && s.preferred[p] {
			score *= 1 + projectBonus
		}
		into.offer(candidate{seg.Keys[item], score, uint64(t.mask)})
	})
	for _, c := range strict.list {
		any.offer(c)
	}
	return strict, any, whole, err
}
