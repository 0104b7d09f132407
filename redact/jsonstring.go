package redact

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// JSONString redacts one string literal of JSON, its quotes included, as String
// does the text that it stands for. Every byte outside of findings stays, escapes
// and lone surrogates among them; the literal itself comes back when nothing is
// found. What is no valid literal is undefined.
func (r *Redactor) JSONString(lit []byte) []byte {
	for range maxLooks {
		inner := lit[1 : len(lit)-1]
		text, at := inner, []int(nil)
		if bytes.IndexByte(inner, '\\') >= 0 {
			text, at = decodeString(inner)
		}
		found := r.e.Find(nil, text)
		if len(found) == 0 {
			break
		}
		origin := func(i int) int {
			if at != nil {
				i = at[i]
			}
			return i
		}
		out, last := []byte{'"'}, 0
		for _, f := range found {
			out = append(out, inner[last:origin(f.Start)]...)
			out = appendEscaped(out, f.Wrap)
			out = r.e.AppendPlaceholder(out, f.Rule.ID, f.Rule.Kind)
			out = appendEscaped(out, f.Wrap)
			last = origin(f.End)
		}
		lit = append(append(out, inner[last:]...), '"')
	}
	return lit
}

// appendEscaped appends quotes and backslashes as a JSON string has them.
func appendEscaped(dst []byte, s string) []byte {
	for i := range len(s) {
		if s[i] == '"' || s[i] == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, s[i])
	}
	return dst
}

// decodeString decodes what stands between a JSON string's quotes, and says
// for each byte of the text (and its end) where it came from.
func decodeString(raw []byte) (text []byte, at []int) {
	text = make([]byte, 0, len(raw))
	at = make([]int, 0, len(raw)+1)
	for i := 0; i < len(raw); {
		if raw[i] != '\\' || i+1 >= len(raw) {
			text, at = append(text, raw[i]), append(at, i)
			i++
			continue
		}
		n := 2
		var r rune
		switch raw[i+1] {
		case 'n':
			r = '\n'
		case 't':
			r = '\t'
		case 'r':
			r = '\r'
		case 'b':
			r = '\b'
		case 'f':
			r = '\f'
		case 'u':
			r, n = hex4(raw[i:])
			if utf16.IsSurrogate(r) {
				low, m := hex4(raw[i+n:])
				if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError && m > 0 {
					r, n = pair, n+m
				}
			}
		default:
			r = rune(raw[i+1])
		}
		before := len(text)
		text = utf8.AppendRune(text, r)
		for range len(text) - before {
			at = append(at, i)
		}
		i += n
	}
	return text, append(at, len(raw))
}

// unescape is decodeString's text alone.
func unescape(raw []byte) []byte {
	for _, c := range raw {
		if c == '\\' {
			text, _ := decodeString(raw)
			return text
		}
	}
	return raw
}

// hex4 reads \uXXXX at the start of b; n is 0 when there is none.
func hex4(b []byte) (r rune, n int) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return utf8.RuneError, 0
	}
	for _, c := range b[2:6] {
		r <<= 4
		switch {
		case c >= '0' && c <= '9':
			r |= rune(c - '0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r |= rune(c|0x20-'a') + 10
		default:
			return utf8.RuneError, 0
		}
	}
	return r, 6
}

// wholeEscapes moves offset i of raw out of an escape sequence: to its start,
// or with up to its end.
func wholeEscapes(raw []byte, i int, up bool) int {
	for j := 0; j < len(raw); {
		n := 1
		if raw[j] == '\\' && j+1 < len(raw) {
			n = 2
			if raw[j+1] == 'u' {
				n = 6
			}
		}
		if j >= i {
			return i
		}
		if j+n > i {
			if up {
				return min(j+n, len(raw))
			}
			return j
		}
		j += n
	}
	return i
}
