//go:build !purego

package prefilter

import "unsafe"

// kernel is what the assembly reads: tables and constants of one vector each.
// Field order is known to scan_arm64.s.
type kernel struct {
	masks [2 * weakWindow][16]byte
	pairs [4][16]byte // the first four masks of the windows that a token follows
	token [2][16]byte
	bits  [16]byte // of a byte's three bits the one that they name, twice
	// Multipliers of the hash, in eight words each.
	indexLow, indexHigh [8]uint16
	fold, nibble        [16]byte
	plain               uint64 // whether there are other weak windows
}

// scanNEON lists the candidates in the blocks of p[0:n], from p[0] on, until
// fewer than blockSee bytes are left, and says how many bytes it went through.
// p[-1] must exist, and n may be maxStep at most.
//
//go:noescape
func scanNEON(p *byte, n int, k *kernel, table *grams, c *candidates) (consumed, strongs, weaks int)

// siftNEON is siftStrong, which also knows what ends a token too early: src begins
// two bytes before the blocks.
//
//go:noescape
func siftNEON(src *byte, head *[1 << headBits]uint16, nodes *node, c *candidates, n int) (found int)

// vectors reports whether the assembly is used: every such processor has NEON. None
// was at hand: the assembly is tested by an emulator, and all that is known of its
// speed is that it takes a third of the instructions (docs/benchmarks.md).
func vectors(mode Mode) bool { return mode == Auto }

// prepare fills the kernel's tables.
func (s *Set) prepare() {
	if !vectors(s.mode) {
		return
	}
	k := &kernel{}
	for i := range 16 {
		k.bits[i], k.fold[i], k.nibble[i] = 1<<(i&7), foldMask&0xff, 0x0f
	}
	for i := range 8 {
		k.indexLow[i], k.indexHigh[i] = mulIndexLow, mulIndexHigh
		k.masks[i] = [16]byte(s.weak.masks[i][:])
	}
	for i := range k.pairs {
		k.pairs[i] = [16]byte(s.weak.pairs[i][:])
	}
	for i := range k.token {
		k.token[i] = [16]byte(s.weak.token[i][:])
	}
	if s.weak.plain {
		k.plain = 1
	}
	s.fast = k
}

// blocks lists the candidates in the blocks of src[p:p+n], as scanNEON says.
func (s *Set) blocks(src []byte, p, n int, c *candidates) (consumed, strongs, weaks int) {
	if s.fast == nil {
		return s.blocksGo(src, p, n, c)
	}
	return scanNEON(unsafe.SliceData(src[p:]), n, s.fast, s.grams, c)
}

// siftStrong leaves of the first n candidates, which blocks found, those that
// siftGo says.
func (s *Set) siftStrong(src []byte, c *candidates, n int) int {
	if s.fast == nil {
		return s.siftGo(src, c, n)
	}
	return siftNEON(unsafe.SliceData(src), s.head, &s.nodes[0], c, n)
}
