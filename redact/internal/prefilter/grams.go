package prefilter

// grams is a set of strings of four folded bytes: a Bloom filter of 2^19 bits.
// A hash chooses two neighbouring bytes, and each of the string's first two bytes a bit
// in one of them; both must be set. The hash is a sum of products of 16-bit halves,
// because that is what one vector instruction computes sixteen of.
//
//	index  i = x.low*mulIndexLow + x.high*mulIndexHigh   (16 bits)
//	in byte i   bit  x    & 7
//	in byte i+1 bit  x>>8 & 7
type grams [1<<gramBits + gramPad]uint8

const (
	gramBits = 16
	// gramPad is for the second byte at the last index.
	gramPad = 8
	// foldMask keeps of eight bytes what is hashed.
	foldMask = 0x5f5f5f5f5f5f5f5f

	// Of some thousands that were tried, these let the fewest strings of usual text
	// through by mistake.
	mulIndexLow, mulIndexHigh = 0xCB43, 0x92AF
)

// gramIndex is where x, which is folded, is looked up.
func gramIndex(x uint32) uint32 {
	return (x*mulIndexLow + (x>>16)*mulIndexHigh) & (1<<gramBits - 1)
}

// gramMask is the bits that are set for x in the two bytes at its index.
func gramMask(x uint32) uint32 { return 1<<(x&7) | 0x100<<(x>>8&7) }

func (g *grams) set(x uint32) {
	i, m := gramIndex(x), gramMask(x)
	g[i] |= uint8(m)
	g[i+1] |= uint8(m >> 8)
}

func headHash(x uint32) uint32 { return x * 0x9E3779B1 >> (32 - headBits) }

// Fold is eight bytes as the hashes see them.
func Fold(x uint64) uint64 { return x & foldMask }
