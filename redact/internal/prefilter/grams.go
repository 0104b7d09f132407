package prefilter

// grams is a set of strings of four folded bytes: a Bloom filter of 2^19 bits.
// One hash chooses two neighbouring bytes, another one a bit in each of them;
// both must be set. The hashes are sums of products of 16-bit halves, because
// that is what one vector instruction computes sixteen of. Of one product the high half
// counts: the low bits of a low half know little of the higher byte.
//
//	index  i = x.low*mulIndexLow + x.high*mulIndexHigh   (16 bits)
//	bits   h = x.low*mulBitsLow + x.high*mulBitsHigh>>16 (16 bits)
//	in byte i   bit  h>>4  & 7
//	in byte i+1 bit  h>>12 & 7
type grams [1<<gramBits + gramPad]uint8

const (
	gramBits = 16
	// gramPad is for the second byte at the last index.
	gramPad = 8
	// foldMask keeps of eight bytes what is hashed.
	foldMask = 0x5f5f5f5f5f5f5f5f

	// Of some thousands that were tried, these let the fewest strings of usual text
	// through by mistake.
	mulIndexLow, mulIndexHigh = 0x75BB, 0xB01D
	mulBitsLow, mulBitsHigh   = 0xB20E, 0x6C0B
)

// gramIndex is where x, which is folded, is looked up.
func gramIndex(x uint32) uint32 {
	return (x*mulIndexLow + (x>>16)*mulIndexHigh) & (1<<gramBits - 1)
}

// gramMask is the bits that are set for x in the two bytes at its index.
func gramMask(x uint32) uint32 {
	h := x*mulBitsLow + (x>>16)*mulBitsHigh>>16
	return 1<<(h>>4&7) | 0x100<<(h>>12&7)
}

func (g *grams) set(x uint32) {
	i, m := gramIndex(x), gramMask(x)
	g[i] |= uint8(m)
	g[i+1] |= uint8(m >> 8)
}

func headHash(x uint32) uint32 { return x * 0x9E3779B1 >> (32 - headBits) }

// Fold is eight bytes as the hashes see them.
func Fold(x uint64) uint64 { return x & foldMask }
