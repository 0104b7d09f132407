//go:build !purego

package prefilter

import (
	"golang.org/x/sys/cpu"
)

// wideKernel is what the widest vectors' assembly reads. Field order is known to
// wide_amd64.s.
type wideKernel struct {
	pairs pairSets
	bits  [64]byte   // of a byte's three bits the one that they name, eight times
	muls  [32]int16  // multipliers of the hash, low and high in turns
	evens [32]uint16 // 0, 2, 4 … 62
}

const (
	// wideBlock is how many positions are looked at at once, and wideSee how far
	// beyond the first of them.
	wideBlock = 64
	wideSee   = wideBlock + 8
)

// scanAVX512 is scanAVX2 for blocks of 64 positions and for weak windows that a token
// follows. n must be wideSee at least.
//
//go:noescape
func scanAVX512(p *byte, n int, k *wideKernel, table *wideGrams, c *candidates) (consumed, strongs, weaks int)

// fastGathers reports whether the processor knows AVX512-FP16, and so is of a kind
// on which gathers cost no more than their loads: those before need twice as long
// for them, some by design and some since they were taught not to leak.
func fastGathers() bool

// canWide says that the processor has what scanAVX512 needs, and hasWide that it is
// used: with other gathers it would be slower than scanAVX2.
var (
	canWide = hasAVX2 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512VBMI2
	hasWide = canWide && fastGathers()
)

// prepareWide fills the tables of scanAVX512, which knows no other weak windows than
// those that a token follows.
func (s *Set) prepareWide() {
	if s.weak.plain {
		return
	}
	k := &wideKernel{pairs: s.weak.exact}
	for i := range k.bits {
		k.bits[i] = 1 << (i & 7)
	}
	for i := range k.evens {
		k.muls[i] = wideLow
		if i&1 != 0 {
			k.muls[i] = wideHigh
		}
		k.evens[i] = uint16(2 * i)
	}
	s.wide = k
}
