package prefilter

// grams is a set of strings of four folded bytes: a Bloom filter of 2^19 bits.
// One hash chooses a byte, another one of sixteen pairs of bits in it; both
// must be set. The hashes are sums of products of 16-bit halves, because that
// is what one vector instruction computes sixteen of.
type grams [1<<gramBits + gramPad]uint8

const (
	gramBits = 16
	// gramPad lets the assembly load more than one byte at the last index.
	gramPad = 8
	fold32  = 0x20202020

	mulIndexLow, mulIndexHigh = 0x9E3B, 0x3C6D
	mulPairLow, mulPairHigh   = 0x85EB, 0xC2B3
)

// gramPairs are sixteen of the 28 ways to set two bits of a byte, spread so
// that each bit is used equally often.
var gramPairs = [16]uint8{
	1<<0 | 1<<1, 1<<2 | 1<<3, 1<<4 | 1<<5, 1<<6 | 1<<7,
	1<<1 | 1<<2, 1<<3 | 1<<4, 1<<5 | 1<<6, 1<<7 | 1<<0,
	1<<0 | 1<<3, 1<<1 | 1<<4, 1<<2 | 1<<5, 1<<3 | 1<<6,
	1<<4 | 1<<7, 1<<5 | 1<<0, 1<<6 | 1<<1, 1<<7 | 1<<2,
}

// gramIndex is the byte of the filter for x, gramPair the bits in it. x is folded.
func gramIndex(x uint32) uint32 {
	return (x*mulIndexLow + (x>>16)*mulIndexHigh) & (1<<gramBits - 1)
}

func gramPair(x uint32) uint8 {
	return gramPairs[(x*mulPairLow+(x>>16)*mulPairHigh)>>12&15]
}

func (g *grams) set(x uint32) { g[gramIndex(x)] |= gramPair(x) }

// has reports whether x may be in the set.
func (g *grams) has(x uint32) bool {
	p := gramPair(x)
	return g[gramIndex(x)]&p == p
}

func headHash(x uint32) uint32 { return x * 0x9E3779B1 >> (32 - headBits) }
