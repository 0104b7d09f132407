//go:build !purego

package prefilter

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// kernel is what the assembly reads: tables and constants of one vector each.
// Field order is known to scan_amd64.s.
type kernel struct {
	masks masks
	pairs [4][32]byte // the first four masks of the windows that a token follows
	token [2][32]byte
	bits  [32]byte // of a byte's three bits the one that they name, four times
	// Multipliers of the hash, in sixteen words each.
	indexLow, indexHigh [16]uint16
	fold, nibble        [32]byte
	plain               uint64 // whether there are other weak windows
}

// scanAVX2 lists the candidates in the blocks of p[0:n], from p[0] on, until
// fewer than blockSee bytes are left, and says how many bytes it went through.
// p[-1] must exist, and n may be maxStep at most.
//
//go:noescape
func scanAVX2(p *byte, n int, k *kernel, table *grams, c *candidates) (consumed, strongs, weaks int)

// siftAVX2 is siftStrong, which needs most of its time to check what cannot be
// amiss, and of tokens that end too early: src begins two bytes before the blocks.
//
//go:noescape
func siftAVX2(src *byte, head *[1 << headBits]uint16, nodes *node, c *candidates, n int) (found int)

var hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT

// vectors reports whether the assembly is used.
func vectors(mode Mode) bool { return hasAVX2 && mode == Auto }

// prepare fills the kernel's tables.
func (s *Set) prepare() {
	if !vectors(s.mode) {
		return
	}
	k := &kernel{}
	for i := range 16 {
		k.bits[i], k.bits[i+16] = 1<<(i&7), 1<<(i&7)
		k.indexLow[i], k.indexHigh[i] = mulIndexLow, mulIndexHigh
	}
	for i := range 32 {
		k.fold[i], k.nibble[i] = foldMask&0xff, 0x0f
	}
	k.masks, k.token = s.weak.masks, s.weak.token
	k.pairs = [4][32]byte(s.weak.pairs[:4])
	if s.weak.plain {
		k.plain = 1
	}
	s.fast = k
	if hasWide {
		s.prepareWide()
	}
}

// blocks lists the candidates in the blocks of src[p:p+n], as scanAVX2 says.
func (s *Set) blocks(src []byte, p, n int, c *candidates) (consumed, strongs, weaks int) {
	if s.fast == nil {
		return s.blocksGo(src, p, n, c)
	}
	if s.wide != nil && n >= wideSee {
		return scanAVX512(unsafe.SliceData(src[p:]), n, s.wide, s.wideGrams, c)
	}
	return scanAVX2(unsafe.SliceData(src[p:]), n, s.fast, s.grams, c)
}

// siftStrong leaves of the first n candidates, which blocks found, those that
// siftGo says.
func (s *Set) siftStrong(src []byte, c *candidates, n int) int {
	if s.fast == nil {
		return s.siftGo(src, c, n)
	}
	return siftAVX2(unsafe.SliceData(src), s.head, &s.nodes[0], c, n)
}
