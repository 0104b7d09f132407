package privacycheck

import (
	"bytes"
	"errors"
	"unicode/utf16"
	"unicode/utf8"
)

type encoding uint8

const (
	encUTF8   encoding = iota // or anything that reads like ASCII: Latin-1, Windows-1252, Shift-JIS
	encUTF16                  // either byte order, with a mark or recognised by its zero bytes
	encBinary                 // named as skipped
)

// sniff is how many bytes decide whether a file is text; git looks at as many.
const sniff = 8000

// decodeText turns a file's bytes into what the rules read: UTF-16 becomes
// UTF-8, a byte order mark goes, bytes that are no UTF-8 stay as they are.
// Binary data comes back as it is.
func decodeText(data []byte) ([]byte, encoding, error) {
	switch {
	case bytes.HasPrefix(data, []byte{0xef, 0xbb, 0xbf}):
		if bytes.IndexByte(data[:min(len(data), sniff)], 0) >= 0 {
			return data, encBinary, nil
		}
		return data[3:], encUTF8, nil
	case bytes.HasPrefix(data, []byte{0xff, 0xfe, 0, 0}), bytes.HasPrefix(data, []byte{0, 0, 0xfe, 0xff}):
		return fromUTF32(data)
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		return fromUTF16(data[2:], false)
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		return fromUTF16(data[2:], true)
	}
	zero := bytes.IndexByte(data, 0)
	if zero < 0 {
		return data, encUTF8, nil
	}
	wide, widens := widensAt(data, zero)
	if widens && narrowRun(data[:zero], true) >= max(narrowFew, zero-1) {
		return wide, encUTF16, nil
	}
	if little, big := looksUTF16(data[:min(len(data), sniff)]); (little || big) && (len(data)%2 == 0 || isNarrow(data[len(data)-1])) {
		return fromUTF16(data, big)
	}
	if widens {
		return wide, encUTF16, nil
	}
	if zero < sniff {
		return data, encBinary, nil
	}
	return data, encUTF8, nil
}

// widensAt reads a text to which somebody appended UTF-16, as the redirection of
// some shells does; zero is where its first zero byte stands.
func widensAt(data []byte, zero int) ([]byte, bool) {
	for _, from := range []int{zero - 1, zero} { // little-endian, big-endian
		if from <= 0 {
			continue
		}
		little, big := looksUTF16(data[from:min(len(data), from+sniff)])
		if little && from < zero || big && from == zero {
			wide, _, _ := fromUTF16(data[from:], big)
			return append(bytes.Clone(data[:from]), wide...), true
		}
	}
	return nil, false
}

// looksUTF16 recognises UTF-16 without a mark: text of mostly Latin letters has
// a zero in every second byte, all on the same side.
func looksUTF16(head []byte) (little, big bool) {
	n := len(head) / 2
	if n < 2 {
		return false, false
	}
	var even, odd, control int
	for i := 0; i+1 < len(head); i += 2 {
		a, b := head[i], head[i+1]
		switch {
		case a == 0 && b == 0:
			return false, false
		case a == 0:
			even++
			if b < 0x20 && b != '\n' && b != '\r' && b != '\t' {
				control++
			}
		case b == 0:
			odd++
			if a < 0x20 && a != '\n' && a != '\r' && a != '\t' {
				control++
			}
		}
	}
	if control > n/50 {
		return false, false
	}
	return odd*10 >= n*4 && even*50 <= n, even*10 >= n*4 && odd*50 <= n
}

var errOddUTF16 = errors.New("ends in half a UTF-16 character")

// fromUTF16 reads UTF-16 and, where there is any, the eight-bit text in it: a mark
// may be untrue, and what appends to a file may not know of the mark.
func fromUTF16(data []byte, big bool) ([]byte, encoding, error) {
	out := make([]byte, 0, len(data)/2+len(data)/8)
	i := 0
	for i+1 < len(data) {
		switch n := narrowRun(data[i:], big); {
		case n >= narrowSure, n >= narrowFew && n%2 == 1 && unitBegins(data[i+n:], big):
			out = append(out, data[i:i+n]...)
			i += n
			continue
		case n >= narrowFew:
			// So few may as well be letters of another script: they are read twice,
			// the first time without ends of lines, which would shift what follows.
			for _, c := range data[i : i+n] {
				if c < ' ' {
					c = ' '
				}
				out = append(out, c)
			}
			for end := i + n&^1; i < end; {
				out, i = appendUnit(out, data, i, big)
			}
			continue
		}
		out, i = appendUnit(out, data, i, big)
	}
	if i < len(data) {
		if c := data[i]; isNarrow(c) {
			out = append(out, c)
		}
		return out, encUTF16, errOddUTF16
	}
	return out, encUTF16, nil
}

// appendUnit reads the character at i, and returns where the next one stands.
func appendUnit(out, data []byte, i int, big bool) ([]byte, int) {
	u := unit16(data, i, big)
	i += 2
	r := rune(u)
	if utf16.IsSurrogate(r) {
		r = utf8.RuneError
		if i+1 < len(data) {
			if d := utf16.DecodeRune(rune(u), rune(unit16(data, i, big))); d != utf8.RuneError {
				r, i = d, i+2
			}
		}
	}
	return utf8.AppendRune(out, r), i
}

// How long a run of eight-bit text must be to be read as such: letters of other
// scripts look like a short one now and then, but never like a long one.
const (
	narrowFew  = 8
	narrowSure = 24
)

// narrowRun is how many bytes of eight-bit text b begins with.
func narrowRun(b []byte, big bool) int {
	n := 0
	for n < len(b) {
		if isNarrow(b[n]) {
			n++
			continue
		}
		r, size := utf8.DecodeRune(b[n:])
		if r == utf8.RuneError || r < 0x80 {
			break
		}
		n += size
	}
	// The last byte may be the first half of a character.
	if n > 0 && n < len(b) && b[n] == 0 && !big {
		n--
	}
	return n
}

// unitBegins is true when b begins with a Latin letter in UTF-16.
func unitBegins(b []byte, big bool) bool {
	return len(b) > 1 && (big && b[0] == 0 && isNarrow(b[1]) || !big && b[1] == 0 && isNarrow(b[0]))
}

// isNarrow is true for printable ASCII and blank space.
func isNarrow(c byte) bool {
	return c >= ' ' && c < 0x7f || c == '\t' || c == '\n' || c == '\r'
}

func unit16(d []byte, i int, big bool) uint16 {
	if big {
		return uint16(d[i])<<8 | uint16(d[i+1])
	}
	return uint16(d[i+1])<<8 | uint16(d[i])
}

func fromUTF32(data []byte) ([]byte, encoding, error) {
	if len(data)%4 != 0 {
		return data, encBinary, nil
	}
	big := data[0] == 0
	out := make([]byte, 0, len(data)/4)
	for i := 4; i+3 < len(data); i += 4 {
		r := rune(data[i]) | rune(data[i+1])<<8 | rune(data[i+2])<<16 | rune(data[i+3])<<24
		if big {
			r = rune(data[i+3]) | rune(data[i+2])<<8 | rune(data[i+1])<<16 | rune(data[i])<<24
		}
		if r < 0 || r > utf8.MaxRune || r == 0 {
			return data, encBinary, nil
		}
		out = utf8.AppendRune(out, r)
	}
	return out, encUTF16, nil
}
