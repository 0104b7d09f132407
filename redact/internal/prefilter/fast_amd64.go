//go:build !purego

package prefilter

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"golang.org/x/sys/cpu"
)

// kernel is what the assembly reads: tables and constants of one vector each.
// Field order is known to scan_amd64.s.
type kernel struct {
	// masks are Teddy's: for each of four positions the buckets of weak
	// literals that a byte's low nibble fits, then its high nibble, each in
	// both halves.
	masks [2 * weakWindow][32]byte
	bits  [32]byte // of a byte's three bits the one that they name, four times
	// Multipliers of the two hashes, in sixteen words each.
	indexLow, indexHigh, bitsLow, bitsHigh [16]uint16
	fold, nibble                           [32]byte
}

// block is what the assembly reports of 32 positions: pos is the first even
// one; bits 2k and 2k+1 of strong are set when the four bytes at pos+2k may be
// in the filter, bit k of weak when a weak window may begin at pos-1+k.
type block struct {
	pos          uint64
	strong, weak uint32
}

const (
	blockLen = 32
	// blockSee is how far beyond its first position a block is looked at.
	blockSee = blockLen + 8
)

// scanAVX2 reports the blocks of p[0:n] that have candidates, from p[0] on,
// until out is full or fewer than blockSee bytes are left, and how many bytes
// it went through. p[-1] must exist.
//
//go:noescape
func scanAVX2(p *byte, n int, k *kernel, table *grams, out *block, room int) (consumed, found int)

var hasAVX2 = cpu.X86.HasAVX2

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
		k.bitsLow[i], k.bitsHigh[i] = mulBitsLow, mulBitsHigh
	}
	for i := range 32 {
		k.fold[i], k.nibble[i] = foldMask&0xff, 0x0f
	}
	for bucket, c := range s.weak.clusters() {
		for p := range c.lo {
			for n := range 16 {
				if c.lo[p]>>n&1 != 0 {
					k.masks[2*p][n] |= 1 << bucket
					k.masks[2*p][n+16] |= 1 << bucket
				}
				if c.hi[p]>>n&1 != 0 {
					k.masks[2*p+1][n] |= 1 << bucket
					k.masks[2*p+1][n+16] |= 1 << bucket
				}
			}
		}
	}
	s.fast = k
}

// scanFast lets the assembly find candidates in blocks of 32 positions. The
// first two and the last few windows are left to Go.
func (s *Set) scanFast(src []byte, from, to int, hits []Hit) ([]Hit, int) {
	p := max(2, (from+2)&^1) // the block at p holds the windows from p-1 on
	switch {
	case s.fast == nil:
		return s.scanPortable(src, from, to, hits)
	case p+blockLen-1 > to || p+blockSee > len(src):
		return s.scanSlow(src, from, to, hits)
	}
	if from < p-1 {
		hits, _ = s.scanSlow(src, from, p-1, hits)
	}
	var c candidates
	// Blocks end where their last window is still below to.
	end := min(len(src), to+blockSee-blockLen+1)
	for p+blockSee <= end {
		consumed, n := scanAVX2(unsafe.SliceData(src[p:]), min(end-p, maxStep), s.fast, &s.grams, &c.blocks[0], len(c.blocks))
		ns, nw := s.sift(src, p, n, &c)
		strong, weak := c.strong[:ns], c.weak[:nw]
		for i, j := 0, 0; i < ns || j < nw; {
			// One block after the other, so that the hits come in order.
			b := min(blockOf(strong, i), blockOf(weak, j))
			first := len(hits)
			for ; blockOf(strong, i) == b; i++ {
				hits = s.confirm(src, p+int(strong[i]), c.nodes[i], hits)
			}
			for ; blockOf(weak, j) == b; j++ {
				hits = s.confirmWeak(src, p+int(weak[j])-1, hits)
			}
			if len(hits) > first+1 {
				s.order(hits, first)
			}
			if full(hits) {
				return hits, p + int(b)*blockLen + blockLen - 1
			}
		}
		p += consumed
	}
	return s.pairs(src, p, to, hits)
}

const (
	// maxStep bounds one call of the assembly, so that offsets fit 32 bits.
	maxStep = 1 << 20
	// maxBlocks is how many blocks one call reports.
	maxBlocks = 64
)

// candidates are what the assembly found in one call and sift left over, by
// offset from where it began. Strong ones are the even position of four bytes
// that are in the filter, weak ones one more than the start of a window.
type candidates struct {
	blocks [maxBlocks]block
	strong [maxBlocks*blockLen/2 + 1]uint32
	nodes  [maxBlocks*blockLen/2 + 1]uint16 // the chains of the strong ones
	weak   [maxBlocks*blockLen + 1]uint32
}

// sift lists the candidates of the first n blocks, and how many, without the
// strong ones that the bytes beside them reject and the weak ones that the
// masks let through by mistake.
// Which of them stay is too random to be predicted, so that there is no branch
// on it: every one is written down, and the next one over it unless it counts.
func (s *Set) sift(src []byte, p, n int, c *candidates) (ns, nw int) {
	for i := range c.blocks[:n] {
		b := &c.blocks[i]
		at := uint32(b.pos)
		for m := b.strong & 0x55555555; m != 0; m &= m - 1 {
			e := at + uint32(bits.TrailingZeros32(m))
			y := binary.LittleEndian.Uint64(src[p+int(e)-2:])
			k := s.head[headHash(uint32(y>>16)&(foldMask&(1<<32-1)))]
			l := &s.nodes[k]
			x := y&l.mask ^ l.want
			c.strong[ns], c.nodes[ns] = e, k
			ns += int(^(x | -x) >> 63)
		}
		for m := b.weak; m != 0; m &= m - 1 {
			w := at + uint32(bits.TrailingZeros32(m))
			x := s.weak.match(binary.LittleEndian.Uint32(src[p+int(w)-1:]))
			c.weak[nw] = w
			nw += int((x | -x) >> 63)
		}
	}
	return ns, nw
}

// blockOf is the number of the block that candidate i stands in, or one that
// no block has.
func blockOf(at []uint32, i int) uint32 {
	if i >= len(at) {
		return 1 << 31
	}
	return at[i] / blockLen
}
