package privacycheck

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Denylist terms and text are compared in a folded form: case folded, widths
// and compatibility forms unified, marks dropped, so that José, JOSE and a
// composed or decomposed é are the same.

// lower is the folded form of the ASCII bytes.
var lower = func() (t [256]byte) {
	for b := range t {
		t[b] = byte(b)
		if b >= 'A' && b <= 'Z' {
			t[b] = byte(b) | 0x20
		}
	}
	return t
}()

// ascii is true when no byte of src is above 0x7f.
func ascii(src []byte) bool {
	i := 0
	for ; i+8 <= len(src); i += 8 {
		if (src[i]|src[i+1]|src[i+2]|src[i+3]|src[i+4]|src[i+5]|src[i+6]|src[i+7])&0x80 != 0 {
			return false
		}
	}
	for ; i < len(src); i++ {
		if src[i]&0x80 != 0 {
			return false
		}
	}
	return true
}

// folded is a text in folded form. at[i] is the offset in the source of what
// folded to text[i]; at has one more element, the length of the source. A nil
// at means that the offsets are the same.
type folded struct {
	text []byte
	at   []int32
}

// source gives the place in the source of text[start:end].
func (f folded) source(start, end int) (int, int) {
	if f.at == nil {
		return start, end
	}
	// One rune may fold to several (ǆ to d and z with a caron): a term that ends
	// inside of them has matched the whole rune. Marks that were dropped behind
	// the last rune belong to it.
	for end > start && end < len(f.text) && f.at[end] == f.at[end-1] {
		end++
	}
	return int(f.at[start]), int(f.at[end])
}

// fold folds src. Bytes that are no UTF-8 stand for themselves.
func fold(src []byte) folded {
	if ascii(src) {
		t := make([]byte, len(src))
		for i, b := range src {
			t[i] = lower[b]
		}
		return folded{text: t}
	}
	f := folded{text: make([]byte, 0, len(src)+len(src)/8), at: make([]int32, 0, len(src)+len(src)/8+1)}
	for i := 0; i < len(src); {
		b := src[i]
		if b < utf8.RuneSelf {
			f.text = append(f.text, lower[b])
			f.at = append(f.at, int32(i))
			i++
			continue
		}
		r, n := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && n == 1 {
			f.text = append(f.text, b)
			f.at = append(f.at, int32(i))
			i++
			continue
		}
		before := len(f.text)
		f.text = appendFolded(f.text, src[i:i+n], r)
		for range len(f.text) - before {
			f.at = append(f.at, int32(i))
		}
		i += n
	}
	f.at = append(f.at, int32(len(src)))
	return f
}

// appendFolded appends the folded form of one rune, whose bytes are enc.
func appendFolded(dst, enc []byte, r rune) []byte {
	d := norm.NFKD.Properties(enc).Decomposition()
	if d == nil {
		return foldRune(dst, r)
	}
	for len(d) > 0 {
		r, n := utf8.DecodeRune(d)
		dst = foldRune(dst, r)
		d = d[n:]
	}
	return dst
}

func foldRune(dst []byte, r rune) []byte {
	switch {
	case r < utf8.RuneSelf:
		return append(dst, lower[byte(r)])
	case unicode.Is(unicode.Mn, r):
		return dst
	case r == 'ß' || r == 'ẞ':
		return append(dst, 's', 's')
	case r == 0x200b || r == 0x200c || r == 0x200d || r == 0xfeff || r == 0xad || r == 0x2060:
		return dst // invisible: a soft hyphen or zero-width character hides a word from a search
	}
	// The least rune of the orbit of simple folding stands for all of them; one
	// of them may be ASCII (the Kelvin sign), then that in lower case.
	low := r
	for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
		low = min(low, o)
	}
	if low < utf8.RuneSelf {
		return append(dst, lower[byte(low)])
	}
	return utf8.AppendRune(dst, low)
}

// foldString folds a term.
func foldString(s string) []byte { return fold([]byte(s)).text }
