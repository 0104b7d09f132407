package scan

// Words remembers where the words of a command began. The next command of the
// same program may stand within it; from the first word on that both have, what
// it holds has been reported, and is not taken apart again.
type Words struct {
	of          [16]byte // the program
	n           int
	before, own bitmap // where words began: of the command before, of this one
	from, last  int    // the first and the last of the command before
	start, end  int    // the same of this one
	joined      bool
}

// wordsSeen is how many bytes a bitmap covers: twice what a command is looked at.
const wordsSeen = 8 << 10

type bitmap [wordsSeen / 64]uint64

func (b *bitmap) has(i int) bool { return b[i/64%len(b)]>>(i%64)&1 != 0 }
func (b *bitmap) set(i int)      { b[i/64%len(b)] |= 1 << (i % 64) }

// Begin says that the words of a command of the program are read next.
func (w *Words) Begin(program []byte) {
	w.before, w.from, w.last = w.own, w.start, w.end
	if string(w.of[:w.n]) != string(program) {
		w.n = copy(w.of[:], program)
		w.from, w.last = 0, 0
	}
	w.own, w.start, w.end, w.joined = bitmap{}, -1, -1, false
}

// Next is where the next word is read, which begins at i in v.Src: there, or at
// the last word of the command before, whose end may have cut it.
func (w *Words) Next(v *View, i int) int {
	at := i + v.Base
	if w.start < 0 {
		w.start = at
	}
	if !w.joined && w.from <= at && at < w.last && w.before.has(at) {
		w.joined = true
		for ; at < w.last; at++ {
			if w.before.has(at) {
				w.own.set(at)
			}
		}
	}
	w.own.set(at)
	w.end = at
	return at - v.Base
}
