package scan

import "math/bits"

// Words remembers where the words of commands began. The next command of the same
// program may stand within one; from the first word on that both have, what it
// holds has been reported, and is not taken apart again. Quotes pair in two ways
// at most, by whether one more stands before, so that two chains of words, each
// the words of commands that met, hold nearly all of them.
type Words struct {
	program program
	chains  [5]chain // of one of them, own, are the words of this command
	own     int
	joined  bool
	few     [16]int // the words of this command before it met another
	n       int
}

// State is a hash of all that what commands tell depends on, with offsets from at,
// for commands that begin there and behind it.
func (w *Words) State(at int) uint64 {
	h := uint64(w.program.n + 1)
	mix := func(x uint64) {
		hi, lo := bits.Mul64(h^x, 0x9E3779B97F4A7C15)
		h = hi ^ lo + 1
	}
	for _, c := range w.program.name {
		mix(uint64(c))
	}
	order := [len(w.chains)]int{0, 1, 2, 3, 4} // the one used before the others first
	for i := range order {
		for k := i; k > 0 && w.chains[order[k]].turn < w.chains[order[k-1]].turn; k-- {
			order[k], order[k-1] = order[k-1], order[k]
		}
	}
	for _, i := range order {
		c := &w.chains[i]
		if c.first < 0 || c.last < at {
			mix(0)
			continue
		}
		mix(uint64(c.last - at + 1))
		mix(uint64(max(c.first-at, 0)))
		for i := at; i <= c.last && i-at < seen; i += 64 {
			w := c.at.word(i)
			if left := c.last + 1 - i; left < 64 {
				w &= 1<<left - 1
			}
			mix(w)
		}
	}
	return h
}

// program is the name of a program, as it is written.
type program struct {
	name [32]byte
	n    int
}

// is reports whether it was this program before, too.
func (p *program) is(name []byte) bool {
	if string(p.name[:p.n]) == string(name) && p.n > 0 {
		return true
	}
	p.n = copy(p.name[:], name)
	return false
}

// chain is where words began, from the first to the last.
type chain struct {
	at          ring
	first, last int
	turn        int // when it was used last
}

// seen is how many bytes back a ring tells of: twice what a command is looked at.
const seen = 8 << 10

// ring is a set of offsets, the last seen of them.
type ring [seen / 64]uint64

func (b *ring) has(i int) bool { return b[i/64%len(b)]>>(i%64)&1 != 0 }
func (b *ring) set(i int)      { b[i/64%len(b)] |= 1 << (i % 64) }

// word has the 64 offsets from i on.
func (b *ring) word(i int) uint64 {
	k, n := i/64, i%64
	w := b[k%len(b)] >> n
	if n > 0 {
		w |= b[(k+1)%len(b)] << (64 - n)
	}
	return w
}

// forget drops the offsets between from and to, both not among them.
func (b *ring) forget(from, to int) {
	for i := max(from+1, to-seen); i < to; i = i&^63 + 64 {
		gone := ^uint64(0) << (i % 64)
		if left := to - i&^63; left < 64 {
			gone &= 1<<left - 1
		}
		b[i/64%len(b)] &^= gone
	}
}

func (c *chain) holds(at int) bool {
	return c.first <= at && at < c.last && c.last-at < seen && c.at.has(at)
}

// add is for a word behind all others.
func (c *chain) add(at int) {
	if c.first < 0 || at-c.last >= seen {
		c.at, c.first = ring{}, at
	} else {
		c.at.forget(c.last, at)
	}
	c.at.set(at)
	c.last = at
}

// Begin says that the words of a command of the program are read next.
func (w *Words) Begin(name []byte) {
	if !w.program.is(name) {
		for i := range w.chains {
			w.chains[i].first, w.chains[i].last, w.chains[i].turn = -1, -1, 0
		}
	}
	turn, oldest := 0, 0
	for i := range w.chains {
		turn = max(turn, w.chains[i].turn)
		if w.chains[i].turn < w.chains[oldest].turn {
			oldest = i
		}
	}
	w.own, w.joined, w.n = oldest, false, 0
	own := &w.chains[oldest]
	own.first, own.last, own.turn = -1, -1, turn+1
}

// Next is where the next word is read, which begins at i in v.Src: there, or at
// the last word of the commands that had a word there, whose end may have cut it.
func (w *Words) Next(v *View, i int) int {
	at := i + v.Base
	own := &w.chains[w.own]
	if w.joined {
		if at > own.last {
			own.add(at)
		}
		return i
	}
	for k := range w.chains {
		c := &w.chains[k]
		if k == w.own || !c.holds(at) {
			continue
		}
		for _, before := range w.few[:w.n] {
			if c.first <= before && c.last-before < seen {
				c.at.set(before)
			}
		}
		c.turn, own.first, own.last, own.turn = own.turn, -1, -1, 0
		w.own, w.joined = k, true
		return c.last - v.Base
	}
	own.add(at)
	if w.n < len(w.few) {
		w.few[w.n] = at
		w.n++
	}
	return i
}

// Ends remembers how commands of one program were walked to their ends: where no
// quote was open, and how far the walk has come. A walk that begins where another
// one came by without an open quote goes on where that one stopped.
type Ends struct {
	program program
	walks   [4]Walk // quotes of two kinds within one another open in as many ways
	turn    int
}

// Walk is one walk, in offsets of View.Src.
type Walk struct {
	plain    ring // where it came by without an open quote
	from, to int  // absolute
	quote    byte // open at to
	ended    bool // something ended the command at to
	turn     int
}

// Reset forgets everything.
func (e *Ends) Reset() { e.program.n = 0 }

// At is the walk for a command of the program whose rest begins at i, and where
// it goes on; a new one goes on there.
func (e *Ends) At(v *View, i int, name []byte) (w *Walk, next int) {
	if !e.program.is(name) {
		for k := range e.walks {
			e.walks[k] = Walk{from: -1, to: -1}
		}
	}
	e.turn++
	at, oldest := i+v.Base, 0
	for k := range e.walks {
		w := &e.walks[k]
		if w.from <= at && at < w.to && w.to-at < seen && w.plain.has(at) {
			w.turn = e.turn
			return w, w.to - v.Base
		}
		if w.turn < e.walks[oldest].turn {
			oldest = k
		}
	}
	w = &e.walks[oldest]
	w.from, w.to, w.quote, w.ended, w.turn = at, at-1, 0, false, e.turn
	return w, i
}

// Came says that the walk has come from i to the byte before end in v.Src with that
// quote open, or none.
func (w *Walk) Came(v *View, i, end int, quote byte) {
	at, to := i+v.Base, end+v.Base
	w.plain.forget(w.to, to)
	for at = max(at, to-seen); quote == 0 && at < to; at = at&^63 + 64 {
		bits := ^uint64(0) << (at % 64)
		if left := to - at&^63; left < 64 {
			bits &= 1<<left - 1
		}
		w.plain[at/64%len(w.plain)] |= bits
	}
	w.to, w.quote = to-1, quote
}

// Quote is the quote that was open where the walk stopped, and whether the
// command ended there.
func (w *Walk) Quote() (q byte, ended bool) { return w.quote, w.ended }

// End says that the command ends where the walk has come to.
func (w *Walk) End() { w.ended = true }
