package prefilter

import (
	"math/bits"
	"sync"

	"jezero/redact/internal/prefilter/bigram"
)

// cluster is a bucket of Teddy: weak windows, of whose bytes only the low and
// the high nibbles at each position are known, each by itself.
type cluster struct {
	lo, hi  [weakWindow]uint16
	weight  float64 // how often something passes
	members []int
}

// masks are Teddy's: for each of four positions the buckets of weak literals
// that a byte's low nibble fits, then its high nibble, each in both halves of a
// vector.
type masks [2 * weakWindow][32]byte

func masksOf(cs *[buckets]cluster) (m masks) {
	for bucket, c := range cs {
		for p := range c.lo {
			for n := range 16 {
				if c.lo[p]>>n&1 != 0 {
					m[2*p][n] |= 1 << bucket
					m[2*p][n+16] |= 1 << bucket
				}
				if c.hi[p]>>n&1 != 0 {
					m[2*p+1][n] |= 1 << bucket
					m[2*p+1][n+16] |= 1 << bucket
				}
			}
		}
	}
	return m
}

// buckets is how many there are, one for each bit of a byte.
const buckets = 8

func clusterOf(sets []set) cluster {
	var c cluster
	for p, s := range sets {
		s.each(func(b byte) {
			c.lo[p] |= 1 << (b & 15)
			c.hi[p] |= 1 << (b >> 4)
		})
	}
	return c
}

// clusters puts the weak windows into their buckets, those that a token follows,
// by their first two bytes, or all others. One that was not planned goes where it
// lets the least more pass.
func (w *weak) clusters(token bool) *[buckets]cluster {
	var cs [buckets]cluster
	var left []cluster
	for i, sets := range w.sets {
		if w.follows[i] != token {
			continue
		}
		c := clusterOf(w.looked(i, sets))
		if k := w.deal[i].Bucket; k >= 0 {
			cs[k] = cs[k].with(&c)
		} else {
			left = append(left, c)
		}
	}
	for _, c := range left {
		best, least := 0, 2.0
		for k := range cs {
			u := cs[k].with(&c)
			if more := u.estimate() - cs[k].estimate(); more < least {
				best, least = k, more
			}
		}
		cs[best] = cs[best].with(&c)
	}
	return &cs
}

// looked is what the assembly looks for of weak window i.
func (w *weak) looked(i int, sets []set) []set {
	if w.follows[i] {
		class := set{class: w.class}
		return []set{sets[0], sets[1], class, class}
	}
	return sets
}

// Sample, when set, tells how often four bytes stand in real text, by which
// buckets are dealt instead of an estimate. The generator sets it.
var Sample map[uint32]float64

// plan deals the weak windows that a token follows, or all others, to the buckets
// and notes that in Planned: the two whose union lets the least more pass are
// merged until few enough are left.
func (w *weak) plan(token bool) {
	var cs []cluster
	var all cluster
	for i, sets := range w.sets {
		if w.follows[i] != token {
			continue
		}
		c := clusterOf(w.looked(i, sets))
		c.members = []int{i}
		cs = append(cs, c)
		all = all.with(&c)
	}
	weigh := (*cluster).estimate
	if Sample != nil {
		var quads []uint32
		var often []float64
		for x, n := range Sample {
			if all.passes(x) {
				quads, often = append(quads, x), append(often, n)
			}
		}
		weigh = func(c *cluster) float64 {
			sum := 0.0
			for i, x := range quads {
				if c.passes(x) {
					sum += often[i]
				}
			}
			return sum
		}
	}
	for i := range cs {
		cs[i].weight = weigh(&cs[i])
	}
	type union struct{ i, j int }
	known := map[union]cluster{}
	unite := func(i, j int) cluster {
		u, ok := known[union{i, j}]
		if !ok {
			u = cs[i].with(&cs[j])
			u.members = append(append(u.members, cs[i].members...), cs[j].members...)
			u.weight = weigh(&u)
			known[union{i, j}] = u
		}
		return u
	}
	left := make([]int, len(cs))
	for i := range left {
		left[i] = i
	}
	for len(left) > buckets {
		bi, bj, least := 0, 0, 0.0
		for i := range left {
			for j := range i {
				u := unite(left[i], left[j])
				if more := u.weight - cs[left[i]].weight - cs[left[j]].weight; bi == 0 || more < least {
					bi, bj, least = i, j, more
				}
			}
		}
		cs = append(cs, unite(left[bi], left[bj]))
		left[bj] = len(cs) - 1
		left = append(left[:bi], left[bi+1:]...)
	}
	for k, c := range left {
		for _, i := range cs[c].members {
			for n := range *Planned {
				if p := &(*Planned)[n]; p.Literal == w.deal[i].Literal {
					p.Bucket = int8(k)
				}
			}
		}
	}
}

func (c *cluster) passes(x uint32) bool {
	for p := range c.lo {
		b := byte(x >> (8 * p))
		if c.lo[p]>>(b&15)&1 == 0 || c.hi[p]>>(b>>4)&1 == 0 {
			return false
		}
	}
	return true
}

func (c cluster) with(d *cluster) cluster {
	for p := range c.lo {
		c.lo[p] |= d.lo[p]
		c.hi[p] |= d.hi[p]
	}
	c.members = nil
	return c
}

// estimate is how often, per byte of usual text, something passes.
func (c *cluster) estimate() float64 {
	f := nibbles()
	weight := 1.0
	for p := range c.lo {
		if c.lo[p] == 0xffff && c.hi[p] == 0xffff {
			continue
		}
		sum := 0.0
		for h := c.hi[p]; h != 0; h &= h - 1 {
			row := &f[bits.TrailingZeros16(h)]
			for l := c.lo[p]; l != 0; l &= l - 1 {
				sum += row[bits.TrailingZeros16(l)]
			}
		}
		weight *= sum
	}
	return weight
}

// nibbles is how often each byte stands, by its high and its low nibble.
var nibbles = sync.OnceValue(func() *[16][16]float64 {
	var f [16][16]float64
	var share [bigram.Symbols]float64 // bytes per symbol
	for b := range 256 {
		share[bigram.Symbol(byte(b))]++
	}
	for b := range 256 {
		y := bigram.Symbol(byte(b))
		f[b>>4][b&15] = bigram.Weight([]bigram.Set{{uint8(y)}}) / share[y]
	}
	return &f
})
