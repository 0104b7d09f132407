package prefilter

// wideGrams is a set of strings of four folded bytes for the widest vectors, which
// fetch sixteen dwords at once, but wait for what the first cache does not hold: a
// Bloom filter of 2^18 bits. One hash chooses four neighbouring bytes, another one a
// bit in each of them; all must be set. The hashes are sums of products of signed
// 16-bit halves, because that is what one vector instruction computes sixteen of.
//
//	h = x.low*mul.low + x.high*mul.high   (32 bits)
//	index  h>>8 & 0x7fff
//	bits   in byte index+i   bit h>>8i & 7
type wideGrams [1<<wideBits + widePad]uint8

const (
	wideBits = 15
	// widePad is for the other bytes at the last index.
	widePad = 8

	// Of some ten thousand that were tried, these let the fewest strings of usual text
	// through by mistake.
	wideIndexLow, wideIndexHigh = -0x6476, -0x5509
	wideBitsLow, wideBitsHigh   = -0x213f, -0x7750
)

// wideIndex is where x, which is folded, is looked up.
func wideIndex(x uint32) uint32 {
	h := int32(x&0xffff)*wideIndexLow + int32(x>>16)*wideIndexHigh
	return uint32(h) >> 8 & (1<<wideBits - 1)
}

// wideMask is the bits that are set for x in the four bytes at its index.
func wideMask(x uint32) uint32 {
	h := uint32(int32(x&0xffff)*wideBitsLow + int32(x>>16)*wideBitsHigh)
	return 1<<(h&7) | 0x100<<(h>>8&7) | 0x10000<<(h>>16&7) | 0x1000000<<(h>>24&7)
}

func (g *wideGrams) set(x uint32) {
	i, m := wideIndex(x), wideMask(x)
	for k := range uint32(4) {
		g[i+k] |= uint8(m >> (8 * k))
	}
}
