package prefilter

import (
	"math/bits"

	"jezero/redact/internal/prefilter/bigram"
	"jezero/redact/rule"
)

// set is what may stand at one position: one byte, perhaps in both cases, or
// a class; the zero class is any byte.
type set struct {
	lo    byte
	one   bool
	fold  bool
	class rule.Class
}

func (s set) has(b byte) bool {
	switch {
	case s.one:
		return b == s.lo || s.fold && s.lo-'a' < 26 && b == s.lo-32
	case s.class.IsZero():
		return true
	}
	return s.class.Has(b)
}

// each calls f with every byte of the set.
func (s set) each(f func(b byte)) {
	switch {
	case s.one:
		f(s.lo)
		if s.fold && s.lo-'a' < 26 {
			f(s.lo - 32)
		}
	case s.class.IsZero():
		for b := range 256 {
			f(byte(b))
		}
	default:
		for h, m := range s.class {
			for ; m != 0; m &= m - 1 {
				f(byte(64*h + bits.TrailingZeros64(m)))
			}
		}
	}
}

// foldByte is a byte as the hashes see it: case and the highest bit are
// dropped, so that there are 64 of them, and any byte stands for no more strings.
func foldByte(b byte) byte { return b & (foldMask & 0xff) }

// sixBits numbers the folded bytes.
func sixBits(b byte) byte { return b&0x1f | b>>1&0x20 }

// folded lists the set's bytes as the hash sees them, each once.
func (s set) folded(buf []byte) []byte {
	if s.one {
		return append(buf, foldByte(s.lo))
	}
	if s.class.IsZero() {
		return append(buf, everyFolded...)
	}
	var seen [2]uint64
	for h, m := range s.class {
		for ; m != 0; m &= m - 1 {
			f := foldByte(byte(64*h + bits.TrailingZeros64(m)))
			if w, bit := f>>6, uint64(1)<<(f&63); seen[w]&bit == 0 {
				seen[w] |= bit
				buf = append(buf, f)
			}
		}
	}
	return buf
}

// everyFolded is what all bytes fold to.
var everyFolded = func() (all []byte) {
	for b := range 256 {
		if byte(b) == foldByte(byte(b)) {
			all = append(all, byte(b))
		}
	}
	return all
}()

// symbols lists the set's bytes as the statistics see them.
func (s set) symbols() bigram.Set {
	if s.one {
		out := bigram.Set{uint8(bigram.Symbol(s.lo))}
		if s.fold && s.lo-'a' < 26 {
			out = append(out, uint8(bigram.Symbol(s.lo-32)))
		}
		return out
	}
	var seen [bigram.Symbols]bool
	var out bigram.Set
	for b := range 256 {
		if y := bigram.Symbol(byte(b)); s.has(byte(b)) && !seen[y] {
			seen[y] = true
			out = append(out, uint8(y))
		}
	}
	return out
}

// size is how many folded strings the sets stand for.
func size(w []set) int {
	n := 1
	for _, s := range w {
		if !s.one {
			var buf [256]byte
			n *= len(s.folded(buf[:0]))
		}
	}
	return n
}

// expand appends every folded string of four sets.
func expand(all []uint32, w []set) []uint32 {
	var buf [4][256]byte
	var list [4][]byte
	for k := range list {
		list[k] = w[k].folded(buf[k][:0])
	}
	for _, a := range list[0] {
		for _, b := range list[1] {
			ab := uint32(a) | uint32(b)<<8
			for _, c := range list[2] {
				abc := ab | uint32(c)<<16
				for _, d := range list[3] {
					all = append(all, abc|uint32(d)<<24)
				}
			}
		}
	}
	return all
}
