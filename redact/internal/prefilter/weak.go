package prefilter

import (
	"encoding/binary"
	"fmt"

	"jezero/redact/rule"
)

// weak looks for windows of four sets of bytes. Bit i of by[k][b] is set when
// byte b may stand at position k of weak literal i's window, so that four
// lookups decide all of them.
type weak struct {
	lits []int   // numbers of the weak literals
	sets [][]set // of their windows
	deal []Place // in which bucket of the assembly's they are
	by   [weakWindow][256]uint64
	// side does the same for the bytes before and after the window. Literals in
	// whole have no more than that.
	side  [weakBefore + weakAfter][256]uint64
	whole uint64
	masks masks

	// Of most weak literals the text is followed by a token. The assembly looks for
	// its last two bytes and for tokenLen bytes of class behind them; plain says that
	// there are others.
	follows []bool // by weak literal
	least   []int  // so many bytes of the token must follow, as far as longest
	class   rule.Class
	pairs   masks
	exact   pairSets
	token   [2][32]byte // the class by nibbles, in both halves of a vector
	plain   bool
	// By how many bytes of a token follow the text, as far as longest: the literals for
	// which these are enough.
	long [longest + 1]uint64
}

// longest is as far as it matters how long a token is.
const longest = 33

// tokenLen is how many bytes of a token the assembly looks for.
const tokenLen = 8

// token reports whether a token follows the literal, as far as the assembly looks.
func (l *Literal) token() bool {
	return l.Far-len(l.Text)+1 >= tokenLen && len(l.After) >= 2 && l.lead()+len(l.Before)+len(l.Text) >= 2
}

// How many bytes before and after a window are looked at by sets, too.
const (
	weakBefore = 2
	weakAfter  = 2
)

// add takes literal number i, of the given sets, whose window p says.
func (w *weak) add(i int, l *Literal, sets []set, p Place) error {
	if len(w.lits) == maxWeak {
		return fmt.Errorf("prefilter: more than %d literals are too short", maxWeak)
	}
	n := len(w.lits)
	w.lits = append(w.lits, i)
	from, to := int(p.Off), int(p.Off)+weakWindow
	w.sets = append(w.sets, sets[from:to])
	for k := range w.side {
		at := from - weakBefore + k
		if k >= weakBefore {
			at += weakWindow
		}
		beside := set{}
		if at >= 0 && at < len(sets) {
			beside = sets[at]
		}
		beside.each(func(b byte) { w.side[k][b] |= 1 << n })
	}
	if from <= weakBefore && len(sets)-to <= weakAfter {
		w.whole |= 1 << n
	}
	w.deal = append(w.deal, p)
	w.follows = append(w.follows, l.token())
	w.least = append(w.least, 0)
	if l.token() {
		w.least[n] = min(l.Far-len(l.Text)+1, longest)
		w.class = w.class.Or(l.Between).Or(l.FarOf)
	} else {
		w.plain = true
	}
	return nil
}

func (w *weak) finish() {
	if Planned != nil {
		w.plan(false)
		w.plan(true)
	}
	for i, sets := range w.sets {
		for k, s := range sets {
			s.each(func(b byte) { w.by[k][b] |= 1 << i })
		}
		for n := w.least[i]; n <= longest; n++ {
			w.long[n] |= 1 << i
		}
	}
	w.masks = masksOf(w.clusters(false))
	w.pairs = masksOf(w.clusters(true))
	w.exact = w.pairSets()
	for b := range 128 {
		if w.class.Has(byte(b)) {
			for half := 0; half < 32; half += 16 {
				w.token[0][half+b&15] |= 1 << (b >> 4)
				w.token[1][half+b>>4] |= 1 << (b >> 4)
			}
		}
	}
}

// What two bytes at an even position may be of: the bit is one more than where
// the window begins, seen from a byte before them.
const (
	lastTurn = 1 << iota // a window that began two bytes before
	oddTurn              // one that began a byte before
	evenTurn             // one that begins here
)

// couples says of two bytes at an even position what windows they could be of:
// lastTurn, oddTurn, evenTurn. The index is seven bits of each.
type couples [1 << 15]uint8

// sevenBits keeps of each byte what an index has of it.
const sevenBits = 0x7f7f7f7f7f7f7f7f

// block asks for the windows that may begin in a block.
func (t *couples) block(b *[blockSee]byte) uint32 {
	m := t.four(binary.LittleEndian.Uint64(b[:])) | t.four(binary.LittleEndian.Uint64(b[8:]))<<8 |
		t.four(binary.LittleEndian.Uint64(b[16:]))<<16 | t.four(binary.LittleEndian.Uint64(b[24:]))<<24
	return uint32(m>>1 | uint64(t[binary.LittleEndian.Uint16(b[32:])&(sevenBits&0xffff)]&lastTurn)<<31)
}

// four asks for four even positions, whose bits are two apart.
func (t *couples) four(x uint64) uint64 {
	x &= sevenBits
	return uint64(t[uint16(x)&0x7fff]) | uint64(t[uint16(x>>16)&0x7fff])<<2 | uint64(t[uint16(x>>32)&0x7fff])<<4 | uint64(t[x>>48])<<6
}

// tabulate makes that table. It is only needed where Go does all the work. A
// window at an odd position is known by its middle two bytes, one at an even
// position by its first two or, when they are classes, by its last two.
func (w *weak) tabulate() *couples {
	var late uint64
	for i, s := range w.sets {
		if !s[0].one && !s[1].one {
			late |= 1 << i
		}
	}
	t := new(couples)
	for b := range 256 {
		for a := range 256 {
			p := &t[a&0x7f|b&0x7f<<8]
			if w.by[0][a]&w.by[1][b]&^late != 0 {
				*p |= evenTurn
			}
			if w.by[1][a]&w.by[2][b] != 0 {
				*p |= oddTurn
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

// beside returns the weak literals that the bytes before and after a window fit.
func (w *weak) beside(b []byte) uint64 {
	b = b[:weakBefore+weakWindow+weakAfter]
	return w.side[0][b[0]] & w.side[1][b[1]] & w.side[2][b[6]] & w.side[3][b[7]]
}
