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

// block is what the assembly reports of 32 positions, from the even one at on.
// Of strong literals bits 2k and 2k+1 of mask are set when the four bytes at
// at+2k may be in the filter, of weak ones bit k when a window may begin at
// at-1+k. The layout is known to scan_amd64.s.
type block struct {
	at, mask uint32
}

const (
	blockLen = 32
	// blockSee is how far beyond its first position a block is looked at.
	blockSee = blockLen + 8
)

// scanAVX2 reports the blocks of p[0:n] that have candidates, from p[0] on,
// until fewer than blockSee bytes are left, and how many bytes it went through.
// One block more than there are is written to. p[-1] must exist.
//
//go:noescape
func scanAVX2(p *byte, n int, k *kernel, table *grams, strong, weak *block) (consumed, strongs, weaks int)

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
		consumed, ns, nw := scanAVX2(unsafe.SliceData(src[p:]), min(end-p, maxStep), s.fast, &s.grams, &c.strongBlocks[0], &c.weakBlocks[0])
		ns, nw = s.siftStrong(src[p-2:], ns, &c), s.siftWeak(src[p-2:], nw, &c)
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
	// maxBlocks is how many blocks one call of the assembly looks at, and
	// maxStep how many bytes those are.
	maxBlocks = 64
	maxStep   = (maxBlocks-1)*blockLen + blockSee
)

// candidates are what the assembly found in one call and sift left over, by
// offset from where it began. Strong ones are the even position of four bytes
// that are in the filter, weak ones one more than the start of a window.
type candidates struct {
	strongBlocks, weakBlocks [maxBlocks + 1]block

	strong [maxBlocks*blockLen/2 + 1]uint32
	nodes  [maxBlocks*blockLen/2 + 1]uint16 // the chains of the strong ones
	weak   [maxBlocks*blockLen + 1]uint32
}

// siftStrong lists the candidates of the first n blocks, and how many, without
// those that the bytes beside them reject. Which of them stay, and how many a
// block has, is too random to be predicted, so that there is no branch on it:
// every one is written down, and the next one over it unless it counts, and
// each turn takes one bit and, when it was the last, the next block.
// src begins two bytes before the blocks.
func (s *Set) siftStrong(src []byte, n int, c *candidates) (found int) {
	const even = 0x55555555
	mask := c.strongBlocks[0].mask & even
	for i := 0; i < n; {
		e := c.strongBlocks[i].at + uint32(bits.TrailingZeros32(mask))
		mask &= mask - 1
		done := int32((mask-1)&^mask) >> 31
		i -= int(done)
		mask |= c.strongBlocks[i].mask & even & uint32(done)

		y := binary.LittleEndian.Uint64(src[e:])
		k := s.head[headHash(uint32(y>>16)&(foldMask&(1<<32-1)))]
		l := &s.nodes[k]
		x := y&l.mask ^ l.want
		c.strong[found], c.nodes[found] = e, k
		found += int(^(x | -x) >> 63)
	}
	return found
}

// siftWeak does so with the candidates that the masks let through by mistake.
func (s *Set) siftWeak(src []byte, n int, c *candidates) (found int) {
	mask := c.weakBlocks[0].mask
	for i := 0; i < n; {
		w := c.weakBlocks[i].at + uint32(bits.TrailingZeros32(mask))
		mask &= mask - 1
		done := int32((mask-1)&^mask) >> 31
		i -= int(done)
		mask |= c.weakBlocks[i].mask & uint32(done)

		x := s.weak.match(binary.LittleEndian.Uint32(src[w+1:]))
		c.weak[found] = w
		found += int((x | -x) >> 63)
	}
	return found
}

// blockOf is the number of the block that candidate i stands in, or one that
// no block has.
func blockOf(at []uint32, i int) uint32 {
	if i >= len(at) {
		return 1 << 31
	}
	return at[i] / blockLen
}
