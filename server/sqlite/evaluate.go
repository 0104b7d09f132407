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
	weight  []float32
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

// evaluate gathers, for all items that are permitted and asked for, which of
// the terms they hold and how much those weigh, and calls found for each item
// of each segment.
func (s *search) evaluate(ctx context.Context, terms []lookedUp, found func(seg *liveSegment, item uint32, t tally)) error {
	c := scratches.Get().(*scratch)
	defer scratches.Put(c)
	for n, seg := range s.segs {
		c.grow(seg.Len())
		x := s.sieve(seg)
		var err error
		for i := range terms {
			if err = s.addTerm(ctx, c, &x, n, uint32(1)<<i, &terms[i]); err != nil {
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

func (s *search) addTerm(ctx context.Context, c *scratch, x *sieve, n int, bit uint32, t *lookedUp) error {
	idf := float32(t.idf)
	if t.made != nil {
		m := t.made[n]
		for i, d := range m.items {
			c.add(d, saturate(idf, m.weights[i]), bit)
		}
		return nil
	}
	st, free := s.store(ctx, x.seg), x.free()
	if len(t.single[n]) == 1 {
		var table [256]float32
		for q := range table {
			table[q] = saturate(idf, textindex.Weight(uint8(q)))
		}
		return x.seg.Walk(st, &t.single[n][0], x.from, x.to, func(items []uint32, ws []uint8) {
			for i, d := range items {
				if free || x.permits(d) && x.passes(d) {
					c.add(d, table[ws[i]], bit)
				}
			}
		})
	}
	// Several forms of a word add up before they saturate.
	var seen []uint32
	for i := range t.single[n] {
		err := x.seg.Walk(st, &t.single[n][i], x.from, x.to, func(items []uint32, ws []uint8) {
			for i, d := range items {
				if free || x.permits(d) && x.passes(d) {
					if c.weight[d] == 0 {
						seen = append(seen, d)
					}
					c.weight[d] += textindex.Weight(ws[i])
				}
			}
		})
		if err != nil {
			for _, d := range seen {
				c.weight[d] = 0
			}
			return err
		}
	}
	for _, d := range seen {
		c.add(d, saturate(idf, c.weight[d]), bit)
		c.weight[d] = 0
	}
	return nil
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

// choose ranks all items that hold any of the terms and keeps the best: of those
// that hold all terms, and of all. whole says how many hold all.
func (s *search) choose(ctx context.Context, terms []lookedUp, most int) (strict, any best, whole int, err error) {
	strict.most, any.most = most, most
	full := uint32(1)<<len(terms) - 1
	cover := coverage(terms)
	now := s.now.UnixMilli()
	// An item cannot gain more than this by its age and project.
	const bonus = (1 + recencyBonus) * (1 + projectBonus)
	err = s.evaluate(ctx, terms, func(seg *liveSegment, item uint32, t tally) {
		score := t.sum * cover(t.mask)
		into := &any
		if t.mask == full {
			whole++
			into = &strict
		}
		if score*bonus < into.least() {
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
