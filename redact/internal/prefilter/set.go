package prefilter

import (
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

// folded lists the set's bytes as the hash sees them, each once.
func (s set) folded(buf []byte) []byte {
	if s.one {
		return append(buf, s.lo|0x20)
	}
	var seen [256]bool
	for b := range 256 {
		if f := byte(b) | 0x20; s.has(byte(b)) && !seen[f] {
			seen[f] = true
			buf = append(buf, f)
		}
	}
	return buf
}

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

// size is how many folded bytes the set has.
func (s set) size() int {
	if s.one {
		return 1
	}
	var buf [256]byte
	return len(s.folded(buf[:0]))
}

// cost is how many trigrams the halves of a window stand for.
func cost(w []set) int {
	b, c := w[1].size(), w[2].size()
	return b * c * (w[0].size() + w[3].size())
}

// expand calls f with every trigram of three sets.
func expand(w []set, f func(tri uint32)) {
	if w[0].one && w[1].one && w[2].one {
		f(uint32(w[0].lo) | uint32(w[1].lo)<<8 | uint32(w[2].lo)<<16)
		return
	}
	var buf [3][256]byte
	for _, a := range w[0].folded(buf[0][:0]) {
		for _, b := range w[1].folded(buf[1][:0]) {
			for _, c := range w[2].folded(buf[2][:0]) {
				f(uint32(a) | uint32(b)<<8 | uint32(c)<<16)
			}
		}
	}
}

const impossible = 2

// rarest picks the window that stands in the fewest places of usual text, and
// says how often that is per byte. Windows that stand for many trigrams pay
// for the room they take in the table.
func rarest(sets []set) (at int, weight float64) {
	weight = impossible
	symbols := make([]bigram.Set, len(sets))
	for i, s := range sets {
		symbols[i] = s.symbols()
	}
	for i := range len(sets) - window + 1 {
		n := cost(sets[i : i+window])
		if n > maxExpand {
			continue
		}
		p := bigram.Weight(symbols[i:i+window]) * (1 + float64(n)/1024)
		if p < weight {
			at, weight = i, p
		}
	}
	return at, weight
}
