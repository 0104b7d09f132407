package prefilter

import (
	"math/bits"
	"sync"

	"jezero/redact/internal/prefilter/bigram"
)

// cluster is a bucket of Teddy: weak windows, of whose bytes only the low and
// the high nibbles at each position are known, each by itself.
type cluster struct {
	lo, hi [weakWindow]uint16
	weight float64 // how often, per byte of usual text, something passes
}

// clusters deals the weak windows to at most n buckets: the two whose union
// lets the least more pass are merged until few enough are left.
func (w *weak) clusters(n int) []cluster {
	cs := make([]cluster, 0, len(w.sets))
	for _, sets := range w.sets {
		var c cluster
		for p, s := range sets {
			for b := range 256 {
				if s.has(byte(b)) {
					c.lo[p] |= 1 << (b & 15)
					c.hi[p] |= 1 << (b >> 4)
				}
			}
		}
		c.weigh()
		cs = append(cs, c)
	}
	more := make([][maxWeak]float64, len(cs)) // what merging i and j < i costs
	for i := range cs {
		for j := range i {
			more[i][j] = cs[i].more(&cs[j])
		}
	}
	for len(cs) > n {
		bi, bj := 1, 0
		for i := range cs {
			for j := range i {
				if more[i][j] < more[bi][bj] {
					bi, bj = i, j
				}
			}
		}
		cs[bj] = cs[bj].with(&cs[bi])
		cs[bj].weigh()
		last := len(cs) - 1
		cs[bi] = cs[last]
		cs = cs[:last]
		for _, k := range [...]int{bi, bj} {
			for o := range cs {
				if o != k && k < last {
					more[max(o, k)][min(o, k)] = cs[o].more(&cs[k])
				}
			}
		}
	}
	return cs
}

func (c cluster) with(d *cluster) cluster {
	for p := range c.lo {
		c.lo[p] |= d.lo[p]
		c.hi[p] |= d.hi[p]
	}
	return c
}

// more is how much more passes when the two share a bucket.
func (c *cluster) more(d *cluster) float64 {
	u := c.with(d)
	u.weigh()
	return u.weight - c.weight - d.weight
}

func (c *cluster) weigh() {
	f := nibbles()
	c.weight = 1
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
		c.weight *= sum
	}
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
