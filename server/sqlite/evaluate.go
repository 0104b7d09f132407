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
// next. Which items were touched is only listed while they are few: when they
// are many, looking at all costs less than listing them.
type scratch struct {
	of      []tally
	touched []uint32
	dense   bool     // touched is not kept any more
	sorted  []uint32 // touched, in order
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

// clear makes everything zero again, of a segment of n items.
func (c *scratch) clear(n int) {
	if c.dense {
		clear(c.of[:n])
	}
	for _, d := range c.touched {
		c.of[d] = tally{}
	}
	c.touched, c.dense = c.touched[:0], false
}

// each calls found for the items of n that were touched.
func (c *scratch) each(n int, found func(item uint32, t tally)) {
	if !c.dense {
		for _, d := range c.touched {
			found(d, c.of[d])
		}
		return
	}
	for d, t := range c.of[:n] {
		if t.mask != 0 {
			found(uint32(d), t)
		}
	}
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
	if c.dense || len(c.touched) < b.most || len(c.touched) > 8192 {
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
			if closed && !c.dense && len(c.touched) == 0 {
				break
			}
			if !closed && len(c.touched)+terms[i].holds(n) > seg.Len()/8 {
				c.dense = true
			}
			if err = s.addTerm(ctx, c, &x, n, uint32(1)<<i, &terms[i], closed); err != nil {
				break
			}
		}
		if err == nil {
			c.each(seg.Len(), func(item uint32, t tally) { found(seg, item, t) })
		}
		c.clear(seg.Len())
		if err != nil {
			return err
		}
	}
	return nil
}

// holds is about how many items of segment n hold the term.
func (t *lookedUp) holds(n int) (items int) {
	if t.made != nil {
		return len(t.made[n].items)
	}
	for i := range t.single[n] {
		items += t.single[n][i].Count()
	}
	return items
}

// saturate is what a weight counts: after a few occurrences more of them say
// nothing new.
func saturate(idf, w float32) float32 { return idf * w * (saturation + 1) / (w + saturation) }

func (c *scratch) add(d uint32, score float32, bit uint32) {
	t := &c.of[d]
	if t.mask == 0 && !c.dense {
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
	want := textindex.Range{From: x.from, To: x.to}
	if closed && !c.dense && len(c.touched) < x.seg.Len()/64 {
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
		return x.seg.Walk(st, &t.single[n][0], want, adder(c, x, &table, bit, closed))
	}
	// Several forms of a word add up before they saturate.
	c.forms = c.forms[:0]
	var err error
	free := x.free()
	for i := range t.single[n] {
		err = x.seg.Walk(st, &t.single[n][i], want, func(items []uint32, ws []uint8) {
			for i, d := range items {
				if closed && c.of[d].mask != 0 || !closed && (free || x.passes(d) && x.permits(d)) {
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

// adder returns what adds the postings of a word. A word that stands nearly
// everywhere has a million of them, so that each case has its own loop.
func adder(c *scratch, x *sieve, table *[256]float32, bit uint32, closed bool) func(items []uint32, ws []uint8) {
	of := c.of[:x.seg.Len()]
	switch {
	case closed: // touched items count, as others before them
		return func(items []uint32, ws []uint8) {
			for i, d := range items {
				if t := &of[d]; t.mask != 0 {
					t.sum += table[ws[i]]
					t.mask |= bit
				}
			}
		}
	case x.free() && c.dense:
		return func(items []uint32, ws []uint8) {
			for i, d := range items {
				t := &of[d]
				t.sum += table[ws[i]]
				t.mask |= bit
			}
		}
	case x.free():
		return func(items []uint32, ws []uint8) {
			for i, d := range items {
				c.add(d, table[ws[i]], bit)
			}
		}
	}
	return func(items []uint32, ws []uint8) {
		for i, d := range items {
			if x.passes(d) && x.permits(d) {
				c.add(d, table[ws[i]], bit)
			}
		}
	}
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

// dayMS is a day in milliseconds.
const dayMS = 24 * 3600 * 1000

// recency is the factor for an item's age, in ms.
func recency(age float64) float64 {
	return 1 + recencyBonus*math.Exp(-max(age, 0)/dayMS/recencyDays)
}

// maxBonus is what an item can gain at most by its age and project.
const maxBonus = (1 + recencyBonus) * (1 + projectBonus)

// dailyBonus is what an item can gain at most, by its age in days.
type dailyBonus [400]float32

func (s *search) bonusesByDay() (b dailyBonus) {
	for day := range b {
		b[day] = float32(recency(float64(day)*dayMS)) * 1.000001 // whatever rounding does
		if s.preferred != nil {
			b[day] *= 1 + projectBonus
		}
	}
	return b
}

func (b *dailyBonus) atMost(age int64) float32 {
	return b[min(uint64(max(age, 0))/dayMS, uint64(len(b)-1))]
}

// choose ranks all items that hold any of the terms and keeps the best: of those
// that hold all terms, and of all. whole says how many hold all.
func (s *search) choose(ctx context.Context, terms []lookedUp, most int) (strict, any best, whole int, err error) {
	strict.most, any.most = most, most
	full := uint32(1)<<len(terms) - 1
	cover := coverage(terms)
	now := s.now.UnixMilli()
	bonuses := s.bonusesByDay()
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
		age := now - seg.EndedMS[item]
		bonus := bonuses.atMost(age)
		if t.sum*bonus < least {
			return
		}
		score := t.sum * cover(t.mask)
		if score*bonus < least {
			return
		}
		score *= float32(recency(float64(age)))
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
