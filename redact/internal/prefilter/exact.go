package prefilter

import "math/bits"

// Where a whole byte can be looked up at once, the buckets of the weak windows that a
// token follows need not be known by nibbles.

// exactBuckets is how many there are: one bit is left.
const exactBuckets = 7

// endsToken is that bit.
const endsToken = 1 << exactBuckets

// pairSets are the buckets that seven bits of a first byte fit, then those of a second
// one, and whether that ends a token.
type pairSets [2][128]byte

// bytes128 is a set of seven bits.
type bytes128 [2]uint64

func (b bytes128) or(c bytes128) bytes128 { return bytes128{b[0] | c[0], b[1] | c[1]} }
func (b bytes128) len() int               { return bits.OnesCount64(b[0]) + bits.OnesCount64(b[1]) }

// couple is a bucket: what the first two bytes of its windows may be, each by itself.
type couple struct{ first, second bytes128 }

func (c *couple) with(d *couple) couple { return couple{c.first.or(d.first), c.second.or(d.second)} }
func (c *couple) size() int             { return c.first.len() * c.second.len() }

// pairSets puts the windows that a token follows into the buckets: the two whose union
// lets the fewest more pairs pass are merged until few enough are left.
func (w *weak) pairSets() (p pairSets) {
	var cs []couple
	for i, sets := range w.sets {
		if !w.follows[i] {
			continue
		}
		var c couple
		sets[0].each(func(b byte) { c.first[b&0x7f>>6] |= 1 << (b & 63) })
		sets[1].each(func(b byte) { c.second[b&0x7f>>6] |= 1 << (b & 63) })
		cs = append(cs, c)
	}
	for len(cs) > exactBuckets {
		a, b, least := 0, 0, 1<<20
		for i := range cs {
			for j := range cs[:i] {
				u := cs[i].with(&cs[j])
				if more := u.size() - cs[i].size() - cs[j].size(); more < least {
					a, b, least = j, i, more
				}
			}
		}
		cs[a] = cs[a].with(&cs[b])
		cs = append(cs[:b], cs[b+1:]...)
	}
	for bucket, c := range cs {
		for b := range 128 {
			p[0][b] |= byte(c.first[b>>6]>>(b&63)&1) << bucket
			p[1][b] |= byte(c.second[b>>6]>>(b&63)&1) << bucket
		}
	}
	for b := range 128 {
		if !w.class.Has(byte(b)) {
			p[1][b] |= endsToken
		}
	}
	return p
}
