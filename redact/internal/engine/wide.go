package engine

import "slices"

// bomLen is the length of UTF-16's byte order mark.
const bomLen = 2

// wide reads UTF-16. The scanner sees one byte per code unit: the unit itself
// when it is ASCII, else a byte that no class and no literal holds. So an
// offset in the original is twice the offset in what the scanner sees.
type wide struct {
	little bool
	raw    []byte // the code units of the visible input, in streams
	odd    []byte // half a code unit
}

const notASCII = 0xff

// wideOf tells by the byte order mark whether b begins a text in UTF-16.
func wideOf(b []byte) *wide {
	if len(b) < bomLen {
		return nil
	}
	switch {
	case b[0] == 0xff && b[1] == 0xfe:
		return &wide{little: true}
	case b[0] == 0xfe && b[1] == 0xff:
		return &wide{}
	}
	return nil
}

// narrow appends to dst a byte for each code unit of p and keeps the units.
func (w *wide) narrow(dst, p []byte) []byte {
	if len(w.odd) > 0 && len(p) > 0 {
		w.odd = append(w.odd, p[0])
		p = p[1:]
		dst = w.units(dst, w.odd)
		w.odd = w.odd[:0]
	}
	if len(p)&1 == 1 {
		w.odd = append(w.odd, p[len(p)-1])
		p = p[:len(p)-1]
	}
	return w.units(dst, p)
}

func (w *wide) units(dst, p []byte) []byte {
	w.raw = append(w.raw, p...)
	return w.appendNarrow(dst, p)
}

func (w *wide) appendNarrow(dst, p []byte) []byte {
	dst = slices.Grow(dst, len(p)/2)
	for i := 0; i+1 < len(p); i += 2 {
		hi, lo := p[i], p[i+1]
		if w.little {
			hi, lo = lo, hi
		}
		if hi != 0 || lo >= 0x80 {
			lo = notASCII
		}
		dst = append(dst, lo)
	}
	return dst
}

// slide forgets the first n code units.
func (w *wide) slide(n int) { w.raw = w.raw[:copy(w.raw, w.raw[2*n:])] }

// widen rewrites the ASCII in b[from:] as code units.
func (w *wide) widen(b []byte, from int) []byte {
	n := len(b) - from
	b = append(b, b[from:]...)
	for i := n - 1; i >= 0; i-- {
		c := b[from+i]
		b[from+2*i], b[from+2*i+1] = 0, c
		if w.little {
			b[from+2*i], b[from+2*i+1] = c, 0
		}
	}
	return b
}
