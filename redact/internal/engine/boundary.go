package engine

import (
	"encoding/binary"

	"jezero/redact/rule"
)

// leftOpen reports whether a token may begin at start. Letters and digits
// that belong to an escape before it do not count: \n, \u0022, \x27, ANSI
// colours, %3D, =3D.
func (s *scanner) leftOpen(sh *shape, start, lo int) bool {
	if start == lo {
		return true // the view holds 4 KiB before every anchor, or the input begins here
	}
	b := s.src[start-1]
	if b == ']' && sh.parts[0].cls != nil && !sh.named() && closes(s.src[lo:start]) {
		// Where the run began before its start was redacted nobody knows.
		return false
	}
	glued := false
	switch sh.shape.Left {
	case rule.None:
		return true
	case rule.Word:
		// A prefix of four bytes and more is no accident behind an underscore
		// (key__ghp_…, _ghp_…), unless it is a word that continues a name.
		glued = alnum(b) || b == '_' && (s.prefixLen(sh, start) < 4 || continues(s.src[start:]))
	case rule.Alnum:
		glued = alnum(b)
	case rule.NoClass, rule.Bare:
		glued = alnum(b)
		for i := range sh.parts {
			if c := sh.parts[i].cls; c != nil {
				glued = glued || c.has[b]
				break
			}
		}
		if sh.shape.Left == rule.Bare && joined(s.src[lo:start]) {
			return false
		}
	}
	return !glued || escapeEnds(s.src[lo:start]) || s.afterFound(start)
}

// address reports whether a run is the address of an account on a chain, which
// everybody may know: 0x and twenty bytes in hex.
func address(b []byte) bool {
	if len(b) != 42 || b[0] != '0' || b[1]|0x20 != 'x' {
		return false
	}
	for _, c := range b[2:] {
		if !rule.Hex.Has(c) {
			return false
		}
	}
	return true
}

// continues reports whether a prefix also is the middle of longer ones: live_
// in shippo_live_, api_live_.
func continues(b []byte) bool {
	for _, w := range [...]string{"live_", "test_", "prod_", "key_", "api_", "ptr_"} {
		if len(b) >= len(w) && string(b[:len(w)]) == w {
			return true
		}
	}
	return false
}

// afterFound reports whether another find ends where a token begins: the next
// time a placeholder would stand there.
func (s *scanner) afterFound(start int) bool {
	for i := len(s.found) - 1; i >= 0; i-- {
		if s.found[i].end == start {
			return true
		}
	}
	return false
}

// escapeLetters is how many of the bytes from b[i] on belong to an escape that
// begins before them: the n of \n, the u00e9 of \u00e9, the 3D of %3D.
func escapeLetters(b []byte, i int) int {
	if i >= 8 && i <= len(b) {
		x := binary.LittleEndian.Uint64(b[i-8:])
		if !hasByte(x, '\\') && !hasByte(x, '%') {
			return 0
		}
	}
	for p := max(1, i-4); p <= i; p++ {
		if n := escapeBody(b, p); p+n > i {
			return p + n - i
		}
	}
	return 0
}

// escapeBody is the length of an escape's letters and digits at b[i], or 0.
func escapeBody(b []byte, i int) int {
	if i >= len(b) || b[i-1] != '\\' && b[i-1] != '%' {
		return 0
	}
	if b[i-1] == '%' {
		if i+2 <= len(b) && isHex(b[i]) && isHex(b[i+1]) && escapedSeparator(b[i], b[i+1]) {
			return 2
		}
		return 0
	}
	switch b[i] {
	case 'n', 'r', 't', 'b', 'f':
		return 1
	case 'u':
		if i+5 <= len(b) && isHex(b[i+1]) && isHex(b[i+2]) && isHex(b[i+3]) && isHex(b[i+4]) {
			return 5
		}
	}
	return 0
}

// foundFrom reports whether another find begins where a token ends.
func (s *scanner) foundFrom(end int) bool {
	if end > s.lastStart {
		return false
	}
	for i := len(s.found) - 1; i >= 0; i-- {
		if s.found[i].start == end {
			return true
		}
	}
	return false
}

// escapeEnds reports whether b ends with an escape sequence whose last byte
// is a letter or a digit.
func escapeEnds(b []byte) bool {
	n := len(b)
	at := func(i int) byte {
		if i < 0 || i > n {
			return 0
		}
		return b[n-i]
	}
	c := at(1)
	if n < 2 {
		return false
	}
	switch {
	case at(2) == '\\' && (c == 'n' || c == 't' || c == 'r' || c == 'f' || c == 'v' || c == 'b' || c == 'a' || c == '0'):
		return true
	case n >= 3 && isHex(c) && isHex(at(2)) && (at(3) == '%' || at(3) == '='):
		return escapedSeparator(at(2), c)
	case n >= 5 && at(5) == '%' && at(4) == '2' && at(3) == '5' && isHex(c) && isHex(at(2)):
		return escapedSeparator(at(2), c)
	case n >= 4 && at(3) == 'x' && at(4) == '\\' && isHex(c) && isHex(at(2)):
		return escapedSeparator(at(2), c)
	case n >= 6 && at(5)|0x20 == 'u' && at(6) == '\\' && at(4) == '0' && at(3) == '0' && isHex(c) && isHex(at(2)):
		return escapedSeparator(at(2), c)
	case c == 'm' || c == 'K':
		return colourEnds(b)
	}
	return false
}

// escapedSeparator reports whether two hex digits stand for a byte that ends a word.
func escapedSeparator(h, l byte) bool {
	v := unhex(h)<<4 | unhex(l)
	return v < 128 && !isWord(v)
}

// colourEnds reports whether b ends with an ANSI sequence, raw or escaped:
// ESC [ 3 1 m, \x1b[31m, \033[0;1m, \u001b[m, \e[K.
func colourEnds(b []byte) bool {
	i := len(b) - 2
	for i >= 0 && len(b)-i < 24 && (b[i]-'0' < 10 || b[i] == ';' || b[i] == ':') {
		i--
	}
	if i < 1 || b[i] != '[' {
		return false
	}
	b = b[:i]
	for _, esc := range [...]string{"\x1b", `\e`, `\x1b`, `\x1B`, `\033`, `\u001b`, `\u001B`, "^["} {
		if len(b) >= len(esc) && string(b[len(b)-len(esc):]) == esc {
			return true
		}
	}
	return false
}

func isHex(b byte) bool { return kindBytes[b]&isHexDigit != 0 }

func unhex(b byte) byte {
	if b <= '9' {
		return b - '0'
	}
	return b&7 + 9
}
