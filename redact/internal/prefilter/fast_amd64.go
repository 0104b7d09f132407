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
	pairs [32]byte // gramPairs, twice
	// Multipliers of the two hashes, in sixteen words each.
	indexLow, indexHigh, pairLow, pairHigh [16]uint16
	fold                                   [32]byte
	high                                   [16]uint16 // 0x8000: makes a shuffle give zero
	nibble                                 [32]byte
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
	blockSee = blockLen + 3
)

// scanAVX2 reports the blocks of p[0:n] that have candidates, from p[0] on,
// until out is full or fewer than blockSee bytes are left, and how many bytes
// it went through. p[-1] must exist.
//
//go:noescape
func scanAVX2(p *byte, n int, k *kernel, table *grams, out *block, room int) (consumed, found int)

var hasAVX2 = cpu.X86.HasAVX2

// prepare fills the kernel's tables.
func (s *Set) prepare() {
	if !hasAVX2 || s.mode != Auto {
		return
	}
	k := &kernel{}
	for i := range 16 {
		k.pairs[i], k.pairs[i+16] = gramPairs[i], gramPairs[i]
		k.indexLow[i], k.indexHigh[i] = mulIndexLow, mulIndexHigh
		k.pairLow[i], k.pairHigh[i] = mulPairLow, mulPairHigh
		k.high[i] = 0x8000
	}
	for i := range 32 {
		k.fold[i], k.nibble[i] = 0x20, 0x0f
	}
	for bucket, c := range s.weak.clusters(8) {
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
	if s.fast == nil || p+blockLen-1 > to || p+blockSee > len(src) {
		return s.scanPortable(src, from, to, hits)
	}
	if from < p-1 {
		hits, _ = s.scanPortable(src, from, p-1, hits)
	}
	var out [64]block
	// Blocks end where their last window is still below to.
	end := min(len(src), to+blockSee-blockLen+1)
	for p+blockSee <= end {
		consumed, n := scanAVX2(unsafe.SliceData(src[p:]), end-p, s.fast, &s.grams, &out[0], len(out))
		for i := range out[:n] {
			b := &out[i]
			at := p + int(b.pos)
			first := len(hits)
			for m := b.strong & 0x55555555; m != 0; m &= m - 1 {
				if e := at + bits.TrailingZeros32(m); s.paired(src, e) {
					hits = s.confirmGram(src, e, hits)
				}
			}
			for m := b.weak; m != 0; m &= m - 1 {
				w := at - 1 + bits.TrailingZeros32(m)
				if s.weak.match(binary.LittleEndian.Uint32(src[w:])) != 0 {
					hits = s.confirmWeak(src, w, hits)
				}
			}
			if len(hits) > first+1 {
				s.order(hits, first)
			}
			if full(hits) {
				return hits, at + blockLen - 1
			}
		}
		p += consumed
	}
	return s.pairs(src, p, to, hits)
}
