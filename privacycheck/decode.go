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
	head := data[:min(len(data), sniff)]
	if bytes.IndexByte(head, 0) < 0 {
		return data, encUTF8, nil
	}
	if little, big := looksUTF16(head); (little || big) && len(data)%2 == 0 {
		return fromUTF16(data, big)
	}
	return data, encBinary, nil
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

func fromUTF16(data []byte, big bool) ([]byte, encoding, error) {
	out := make([]byte, 0, len(data)/2+len(data)/8)
	for i := 0; i+1 < len(data); {
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
		out = utf8.AppendRune(out, r)
	}
	if len(data)%2 == 1 {
		return out, encUTF16, errOddUTF16
	}
	return out, encUTF16, nil
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
