package prefilter

import "fmt"

// weak looks for windows of four sets of bytes. Bit i of by[k][b] is set when
// byte b may stand at position k of weak literal i's window, so that four
// lookups decide all of them.
type weak struct {
	lits []int // numbers of the weak literals
	sets [][]set
	by   [weakWindow][256]uint64
}

func (w *weak) add(i int, sets []set) error {
	if len(w.lits) == maxWeak {
		return fmt.Errorf("prefilter: more than %d literals are too short", maxWeak)
	}
	w.lits = append(w.lits, i)
	w.sets = append(w.sets, sets)
	return nil
}

func (w *weak) finish() {
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

// match returns the weak literals whose window x may be.
func (w *weak) match(x uint32) uint64 {
	return w.by[0][byte(x)] & w.by[1][byte(x>>8)] & w.by[2][byte(x>>16)] & w.by[3][byte(x>>24)]
}
