package prefilter

import (
	"encoding/binary"
	"math/bits"
)

// block is what is found in 32 positions, from the even one at on. Of strong
// literals bit 2k of mask is set when the four bytes at at+2k may be in the
// filter, and bit 2k+1 says nothing; of weak ones bit k when a window may begin
// at at-1+k. The layout is known to scan_amd64.s.
type block struct {
	at, mask uint32
}

const (
	blockLen = 32
	// blockSee is how far beyond its first position a block is looked at.
	blockSee = blockLen + 8
)

// scanBlocks finds candidates in blocks of 32 positions, sifts them and confirms
// what is left. The first two and the last few windows are looked at one by one.
func (s *Set) scanBlocks(src []byte, from, to int, hits []Hit) ([]Hit, int) {
	p := max(2, (from+2)&^1) // the block at p holds the windows from p-1 on
	if p+blockLen-1 > to || p+blockSee > len(src) {
		return s.scanSlow(src, from, to, hits)
	}
	if from < p-1 {
		hits, _ = s.scanSlow(src, from, p-1, hits)
	}
	var c candidates
	// Blocks end where their last window is still below to.
	end := min(len(src), to+blockSee-blockLen+1)
	for p+blockSee <= end {
		consumed, ns, nw := s.blocks(src, p, min(end-p, maxStep), &c)
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
	// maxBlocks is how many blocks are looked at before they are sifted, and
	// maxStep how many bytes those are.
	maxBlocks = 64
	maxStep   = (maxBlocks-1)*blockLen + blockSee
)

// candidates are what was found in some blocks and what was left of it, by
// offset from where they began. Strong ones are the even position of four bytes
// that are in the filter, weak ones one more than the start of a window.
type candidates struct {
	strongBlocks, weakBlocks [maxBlocks + 1]block // one that sift reads ahead

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
