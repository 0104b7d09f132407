package prefilter

// wideGrams is a set of strings of four folded bytes for the widest vectors, which
// fetch sixteen dwords at once, but wait for what the first cache does not hold: a
// Bloom filter of 2^18 bits. A hash chooses four neighbouring bytes, and each byte of
// the string a bit in one of them; all must be clear. The hash is a sum of products of
// signed 16-bit halves, because that is what one vector instruction computes sixteen of.
//
//	h = x.low*wideLow + x.high*wideHigh   (32 bits)
//	index  h>>4 & 0x7fff
//	bits   in byte index+i   bit x>>8i & 7
type wideGrams [1<<wideBits + widePad]uint8

const (
	wideBits = 15
	// widePad is for the other bytes at the last index.
	widePad = 8

	// Of some thousands that were tried, these let the fewest strings of usual text
	// through by mistake.
	wideLow, wideHigh = 0x66d4, -0x63d2
)

// newWideGrams is the set that holds nothing.
func newWideGrams() *wideGrams {
	g := new(wideGrams)
	for i := range g {
		g[i] = 0xff
	}
	return g
}

// wideIndex is where x, which is folded, is looked up.
func wideIndex(x uint32) uint32 {
	h := int32(x&0xffff)*wideLow + int32(x>>16)*wideHigh
	return uint32(h) >> 4 & (1<<wideBits - 1)
}

func (g *wideGrams) set(x uint32) {
	for k := range uint32(4) {
		g[wideIndex(x)+k] &^= 1 << (x >> (8 * k) & 7)
	}
}
