package prefilter

import (
	"encoding/binary"
	"math/bits"
)

const (
	// blockLen is how many positions a block has. It begins at an even one.
	blockLen = 32
	// blockSee is how far beyond its first position a block is looked at.
	blockSee = blockLen + 8
	// maxBlocks is how many blocks are looked at before they are sifted, and
	// maxStep how many bytes those are.
	maxBlocks = 64
	maxStep   = (maxBlocks-1)*blockLen + blockSee
	// hashed is how many blocks are hashed before they are looked up.
	hashed = 16
)

// Room is what a scan works in. It may be used again, by one scan at a time.
type Room struct{ candidates }

// candidates are what was found in some blocks, by offset from where they
// began. Strong ones are the even position of four bytes that are in the filter,
// weak ones one more than the start of a window. The layout is known to the
// assembly.
type candidates struct {
	//lint:ignore U1000 the assembly's
	hashes [hashed][64]byte // of the four bytes at each even position of some blocks
	// Of each block the positions that have one, of strong ones the even positions.
	strongMasks [maxBlocks + 4]uint16
	weakMasks   [maxBlocks + 4]uint32
	// For the weak windows that a token follows: the positions that begin none of
	// them, and, from one byte further on, those of bytes that end a token.
	notPairs, stops [maxBlocks + 4]uint32

	// Lists of them, with room for what is written ahead: strong ones as they are
	// found, and those that are left, with the numbers of their chains in the low
	// halves.
	found  [foundRoom]uint16
	strong [maxBlocks*blockLen/2 + 4]uint32
	weak   [maxBlocks*blockLen + 4]uint16

	tail [blockSee + 16]byte // the last bytes of a text, and more: a block begins two bytes behind them
}

// someLeft is how many windows are worth a block of their own.
const someLeft = 8

// foundRoom is how many even positions there are, and more: a power of two.
const foundRoom = maxBlocks * blockLen

// never is an even position that no candidate has.
const never = 1<<16 - 2

// scanBlocks finds candidates in blocks of 32 positions, sifts them and confirms
// what is left. The first two and the last few windows are looked at one by one.
func (s *Set) scanBlocks(src []byte, from, to int, hits []Hit, c *candidates) ([]Hit, int) {
	p := max(2, (from+2)&^1) // the block at p holds the windows from p-1 on
	if p+blockLen-1 > to || p+blockSee > len(src) {
		return s.scanSlow(src, from, to, hits)
	}
	if from < p-1 {
		hits, _ = s.scanSlow(src, from, p-1, hits)
	}
	// Blocks end where their last window is still below to.
	end := min(len(src), to+blockSee-blockLen+1)
	for p+blockSee <= end {
		consumed, ns, nw := s.blocks(src, p, min(end-p, maxStep), c)
		ns, nw = s.siftStrong(src[p-2:], c, ns), s.siftWeak(src[p-1:], c, nw)
		next := 0
		if hits, next = s.confirmAll(src, p, consumed, ns, nw, c, hits); next < consumed {
			return hits, p + next
		}
		p += consumed
	}
	// What is left is less than a block, most of which is looked at as one.
	if rest := min(to-p+1, len(src)-p-2, blockLen) &^ 1; rest >= someLeft {
		clear(c.tail[copy(c.tail[:], src[p-2:]):])
		_, ns, nw := s.blocks(c.tail[:], 2, blockSee, c)
		ns, nw = s.siftStrong(c.tail[:], c, ns), s.siftWeak(c.tail[1:], c, nw)
		next := 0
		if hits, next = s.confirmAll(src, p, rest, ns, nw, c, hits); next < rest {
			return hits, p + next
		}
		p += rest
	}
	return s.pairs(src, p, to, hits)
}

// confirmAll confirms the first ns and nw candidates left of a block at p, as far as the
// windows with their four bytes below limit, and returns where to go on: limit when all
// were looked at.
func (s *Set) confirmAll(src []byte, p, limit, ns, nw int, c *candidates, hits []Hit) ([]Hit, int) {
	c.strong[ns], c.weak[nw] = never<<16, never
	inner := p > s.back && p+limit+s.front+litSee <= len(src) // wherever a literal begins
	for i, j := 0, 0; ; {
		// Two windows after the other, so that the hits come in order.
		strong, weak := c.strong[i]>>16, uint32(c.weak[j])
		e := min(strong, weak&^1)
		if int(e) >= limit {
			return hits, limit
		}
		first := len(hits)
		if strong == e {
			if k := uint16(c.strong[i]); inner {
				hits = s.confirmInner(src, p+int(e), k, hits)
			} else {
				hits = s.confirm(src, p+int(e), k, hits)
			}
			i++
		}
		for ; uint32(c.weak[j])&^1 == e; j++ {
			hits = s.confirmWeak(src, p+int(c.weak[j])-1, hits)
		}
		if len(hits) > first+1 {
			s.order(hits, first)
		}
		if full(hits) {
			return hits, int(e) + 1
		}
	}
}

// confirmInner is confirm far enough from both ends of src. Whether a literal stands
// there is too random to be predicted, so that every hit is written down, and the next
// one over it unless it counts.
func (s *Set) confirmInner(src []byte, e int, k uint16, hits []Hit) []Hit {
	y := binary.LittleEndian.Uint64(src[e-2:])
	for {
		n := &s.nodes[k]
		i, at := int(n.lit&^lastFour), e+int(n.start)
		if l := &s.lits[i]; l.simple {
			hits = append(hits, Hit{at, i})
			hits = hits[:len(hits)-1+l.stands(src[at:])]
		} else if s.at(i, src, at) {
			hits = append(hits, Hit{at, i})
		}
		if k = n.next; k == 0 || !s.nodes[k].fits(y) {
			return hits
		}
	}
}

// siftGo puts those of the first n candidates found into the list of strong ones that
// the bytes beside them do not reject. Which of them stay is too random to be
// predicted, so that there is no branch on it: every one is written down, and the next
// one over it unless it counts. src begins two bytes before the blocks.
func (s *Set) siftGo(src []byte, c *candidates, n int) (left int) {
	head, nodes := s.head, s.nodes
	for _, e := range c.found[:n] {
		y := binary.LittleEndian.Uint64(src[e:])
		k := head[headHash(uint32(y>>16)&(foldMask&(1<<32-1)))]
		n := &nodes[k]
		x := y&n.mask ^ n.want
		c.strong[left] = uint32(e)<<16 | uint32(k)
		left += int(^(x | -x) >> 63)
	}
	return left
}

// siftWeak leaves of the first n weak candidates those whose four bytes are of a window
// that no end of a token follows too early, as far as that is known. src begins one byte
// before the blocks.
func (s *Set) siftWeak(src []byte, c *candidates, n int) (left int) {
	w := s.weak
	for _, at := range c.weak[:n] {
		k := int(at) + 1 // where the token begins
		stops := (uint64(c.stops[k/32]) | uint64(c.stops[k/32+1])<<32) >> (k % 32)
		x := w.match(binary.LittleEndian.Uint32(src[at:])) & w.long[bits.TrailingZeros64(stops|1<<longest)]
		c.weak[left] = at
		left += int((x | -x) >> 63)
	}
	return left
}
