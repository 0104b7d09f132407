package textindex

// A filter says of most words that a segment does not hold that it does not, so
// that its dictionary is not read for them: of the other forms of a word that a
// question asks for, most stand nowhere. It is a Bloom filter of ten bits a word.

const (
	filterBits = 10 // a word
	filterSets = 5  // bits that a word sets
)

func wordHash(word string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(word); i++ {
		h = (h ^ uint64(word[i])) * 1099511628211
	}
	h ^= h >> 32
	return h * 0x9e3779b97f4a7c15
}

// newFilter makes the filter of the words with these hashes.
func newFilter(hashes []uint64) []byte {
	f := make([]byte, (len(hashes)*filterBits+7)/8)
	for _, h := range hashes {
		eachBit(f, h, func(at uint64) bool {
			f[at/8] |= 1 << (at % 8)
			return true
		})
	}
	return f
}

// mayHold reports false only for words that the filter was not made of.
func mayHold(f []byte, word string) bool {
	if len(f) == 0 {
		return true
	}
	may := true
	eachBit(f, wordHash(word), func(at uint64) bool {
		may = f[at/8]&(1<<(at%8)) != 0
		return may
	})
	return may
}

func eachBit(f []byte, h uint64, yield func(at uint64) bool) {
	step := h>>32 | 1
	for range filterSets {
		if !yield(h % (uint64(len(f)) * 8)) {
			return
		}
		h += step * 0x9e3779b97f4a7c15
	}
}
