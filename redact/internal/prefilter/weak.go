package prefilter

import (
	"fmt"
	"sync"
)

// weak looks for windows of four sets of bytes. Bit i of by[k][b] is set when
// byte b may stand at position k of weak literal i's window, so that four
// lookups decide all of them.
type weak struct {
	lits []int // numbers of the weak literals
	sets [][]set
	deal []Place // in which bucket of the assembly's they are
	by   [weakWindow][256]uint64
	// pairs says of two bytes at an even position what windows they could be of:
	// ownTurn, lastTurn. The index is of seven bits of each, squeezed together.
	pairs func() *[1 << 14]uint8
}

func (w *weak) add(i int, sets []set, p Place) error {
	if len(w.lits) == maxWeak {
		return fmt.Errorf("prefilter: more than %d literals are too short", maxWeak)
	}
	w.lits = append(w.lits, i)
	w.sets = append(w.sets, sets)
	w.deal = append(w.deal, p)
	return nil
}

func (w *weak) finish() {
	w.pairs = sync.OnceValue(w.tabulate)
	if Planned != nil {
		w.plan()
	}
	for i, sets := range w.sets {
		for k, s := range sets {
			for b := range 256 {
				if s.has(byte(b)) {
					w.by[k][b] |= 1 << i
				}
			}
		}
	}
}

const (
	ownTurn  = 1 << iota // a window that begins here or one byte before
	lastTurn             // a window that began two bytes before
)

// squeeze turns each two bytes of x into an index of pairs.
func squeeze(x uint64) uint64 {
	const low, high = 0x007f007f007f007f, 0x3f803f803f803f80
	return x&low | x>>1&high
}

// tabulate makes pairs, which is only needed where Go does all the work. A
// window at an odd position is known by its middle two bytes, one at an even
// position by its first two or, when they are classes, by its last two.
func (w *weak) tabulate() *[1 << 14]uint8 {
	var late uint64
	for i, s := range w.sets {
		if !s[0].one && !s[1].one {
			late |= 1 << i
		}
	}
	t := new([1 << 14]uint8)
	for b := range 256 {
		for a := range 256 {
			p := &t[a&0x7f|b&0x7f<<7]
			if w.by[0][a]&w.by[1][b]&^late|w.by[1][a]&w.by[2][b] != 0 {
				*p |= ownTurn
			}
			if w.by[2][a]&w.by[3][b]&late != 0 {
				*p |= lastTurn
			}
		}
	}
	return t
}

// match returns the weak literals whose window x may be.
func (w *weak) match(x uint32) uint64 {
	return w.by[0][byte(x)] & w.by[1][byte(x>>8)] & w.by[2][byte(x>>16)] & w.by[3][byte(x>>24)]
}
