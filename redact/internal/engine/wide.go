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

// proof is how much of the text behind a byte order mark decides whether the
// mark means what it says.
const proof = 512

// marked reports whether b begins with a byte order mark of UTF-16.
func marked(b []byte) bool {
	return len(b) >= bomLen && (b[0] == 0xff && b[1] == 0xfe || b[0] == 0xfe && b[1] == 0xff)
}

// wideOf tells whether b begins a text in UTF-16: by the byte order mark, and
// by the text behind it not being eight-bit text, whose secrets such a reading
// would hide.
func wideOf(b []byte) *wide {
	if !marked(b) || narrowText(b[bomLen:min(len(b), bomLen+proof)]) {
		return nil
	}
	return &wide{little: b[0] == 0xff}
}

// narrowText reports whether nearly every byte is printable ASCII or blank
// space. In UTF-16 the high bytes of Latin text are zero, and those of other
// scripts and the low bytes beside them mostly are no such bytes.
func narrowText(b []byte) bool {
	n := 0
	for _, c := range b {
		if c >= ' ' && c < 0x7f || c == '\t' || c == '\n' || c == '\r' {
			n++
		}
	}
	return len(b) >= 4 && n*10 >= len(b)*9
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
