package detect

import (
	"bytes"

	"jezero/redact/internal/scan"
)

// Small walks over the bytes of a view. All of them stop at their bound, so
// that every detector stays linear.

func lower(c byte) bool { return c >= 'a' && c <= 'z' }
func upper(c byte) bool { return c >= 'A' && c <= 'Z' }
func digit(c byte) bool { return c >= '0' && c <= '9' }
func alpha(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func alnum(c byte) bool { return kinds[c]&isAlnum != 0 }
func blank(c byte) bool { return c == ' ' || c == '\t' }
func space(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
func quote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

// nameByte is what names are made of. Bytes above ASCII belong to words of
// other languages.
func nameByte(c byte) bool { return kinds[c]&isName != 0 }

const (
	isAlnum = 1 << iota
	isName
	breaks // may begin a line break
	isHex
	isWord // a letter, a digit, _ or -
	inHash // what hashes of passwords are made of
)

// kinds answers at once what the walks over names and values ask of each byte.
var kinds = func() (t [256]uint8) {
	for i := range t {
		c := byte(i)
		if alpha(c) || digit(c) {
			t[i] = isAlnum | isName
		}
		if c == '\n' || c == '\r' || c == '\\' {
			t[i] |= breaks
		}
		if alpha(c) || digit(c) || bytes.IndexByte([]byte("./$=,+-_"), c) >= 0 {
			t[i] |= inHash
		}
		if digit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' {
			t[i] |= isHex
		}
		if alpha(c) || digit(c) || c == '_' || c == '-' {
			t[i] |= isWord
		}
		if c == '_' || c == '-' || c == '.' || c >= 0x80 {
			t[i] |= isName
		}
	}
	return t
}()

func hexDigit(c byte) bool { return kinds[c]&isHex != 0 }

// at reports whether s has lit at i, ASCII letters of lit (lower case) in any case.
func at(s []byte, i int, lit string) bool {
	if i < 0 || i+len(lit) > len(s) {
		return false
	}
	for j := range len(lit) {
		c := s[i+j]
		if upper(c) {
			c |= 0x20
		}
		if c != lit[j] {
			return false
		}
	}
	return true
}

// begins: a word begins at i: no letter, digit or joiner stands before it that is
// not part of an escape or a colour.
func begins(s []byte, i int) bool {
	return i == 0 || !nameByte(s[i-1]) || s[i-1] == '.' || s[i-1] >= 0x80 || scan.Backslashes(s, i-1) > 0 || ansiEnd(s, i) > 0 || escapedMark(s, i)
}

// escapedMark: an escape such as \u201c that stands for no letter ends before i.
func escapedMark(s []byte, i int) bool {
	k := i - len("u201c")
	return k > 0 && s[k] == 'u' && s[k-1] == '\\' && (at(s, k, "u20") || at(s, k, "u30") || at(s, k, "u00") && !escapedAlnum(s, k))
}

// skipBlanks skips spaces and tabs, also those that JSON escapes (\t) and
// HTML and URLs encode (&nbsp;, %20 are left to their dress).
func skipBlanks(s []byte, i int) int {
	for i < len(s) && blank(s[i]) {
		i++
	}
	return i
}

// newline is the length of a line break at s[i], real or escaped in a string:
// \n, \r\n, \\n. Zero when there is none.
func newline(s []byte, i int) int {
	if i >= len(s) {
		return 0
	}
	switch s[i] {
	case '\n':
		return 1
	case '\r':
		if i+1 < len(s) && s[i+1] == '\n' {
			return 2
		}
		return 1
	case '\\':
		j := i
		for j < len(s) && s[j] == '\\' && j-i < 8 {
			j++
		}
		if j < len(s) && (s[j] == 'n' || s[j] == 'r') {
			n := j + 1 - i
			// \r\n is one break.
			if s[j] == 'r' && j+1 < len(s) && s[j+1] == '\\' {
				k := j + 1
				for k < len(s) && s[k] == '\\' && k-j < 8 {
					k++
				}
				if k < len(s) && s[k] == 'n' {
					n = k + 1 - i
				}
			}
			return n
		}
	}
	return 0
}

// ansi is the length of a terminal colour sequence at s[i], raw or escaped:
// ESC[32m, \x1b[0m, \u001b[1;31m, \033[0m, \e[0m. Zero when there is none.
func ansi(s []byte, i int) int {
	if i >= len(s) {
		return 0
	}
	j := i
	switch {
	case s[i] == 0x1b:
		j++
	case s[i] == '\\':
		for j < len(s) && s[j] == '\\' && j-i < 8 {
			j++
		}
		switch {
		case at(s, j, "u001b"):
			j += 5
		case at(s, j, "x1b") || at(s, j, "033"):
			j += 3
		case at(s, j, "e["):
			j++
		default:
			return 0
		}
	default:
		return 0
	}
	if j >= len(s) || s[j] != '[' {
		return 0
	}
	for j++; j < len(s) && j-i < 40; j++ {
		if c := s[j]; !digit(c) && c != ';' && c != '?' && c != ':' {
			if alpha(c) {
				return j + 1 - i
			}
			return 0
		}
	}
	return 0
}

// wideBlank is the length of a blank of Unicode at s[i] that is none of ASCII:
// the no-break spaces, those of fixed widths, the ideographic one. Web pages and
// word processors put them where people read a space.
func wideBlank(s []byte, i int) int {
	if s[i] < 0xc2 || i+1 >= len(s) {
		return 0
	}
	switch s[i] {
	case 0xc2:
		if s[i+1] == 0xa0 {
			return 2
		}
	case 0xe2:
		if i+2 < len(s) && (s[i+1] == 0x80 && (s[i+2] >= 0x80 && s[i+2] <= 0x8b || s[i+2] == 0xaf) || s[i+1] == 0x81 && s[i+2] == 0x9f) {
			return 3
		}
	case 0xe3:
		if i+2 < len(s) && s[i+1] == 0x80 && s[i+2] == 0x80 {
			return 3
		}
	}
	return 0
}

// skipDress skips blanks, those of Unicode too, and colours.
func skipDress(s []byte, i int) int {
	for i < len(s) {
		if blank(s[i]) {
			i++
		} else if n := ansi(s, i); n > 0 {
			i += n
		} else if n := wideBlank(s, i); n > 0 {
			i += n
		} else {
			break
		}
	}
	return i
}

// lineStart is the start of the line that holds s[i], at most limit bytes
// back; escaped line breaks count. known is false when the limit came first.
func lineStart(v *scan.View, i, limit int) (start int, known bool) {
	// A unit is a byte or more, so that most lines need no counting.
	near := max(0, i-limit)
	if j := v.LastBreak(i, near); j > near {
		return j, true
	}
	low := v.Backward(i, 0, limit)
	if j := v.LastBreak(i, low); j > low {
		return j, true
	}
	return low, low == 0
}

// lineEnd is the end of the line from i on, at most limit bytes ahead.
func lineEnd(s []byte, i, limit int) int {
	high := min(len(s), i+limit)
	for i < high {
		if kinds[s[i]]&breaks != 0 && newline(s, i) > 0 {
			return i
		}
		i++
	}
	return i
}

// lineBreak is where the first line break from i on stands, real or escaped, at
// high or behind it when none is known before.
func lineBreak(v *scan.View, i, high int) int {
	s := v.Src
	walked := v.Known(func(w *scan.Walked) *scan.Stretch { return &w.LineEnds })
	from := i
	for ; ; i++ {
		if i = walked.Skip(v, i); i >= high || kinds[s[i]]&breaks != 0 && newline(s, i) > 0 {
			break
		}
	}
	// An escape at the end of what is to be seen may be that of a break.
	if sure := min(i, len(s)-32); sure > from {
		walked.Saw(v, from, sure)
	}
	return i
}

// lineBehind is the start of the next line, real or escaped.
func lineBehind(v *scan.View, i int) int {
	if i = lineBreak(v, i, len(v.Src)); i >= len(v.Src) {
		return len(v.Src)
	}
	return i + newline(v.Src, i)
}

// entity is the length of an HTML or JSON spelling of a quote, and the quote.
func entity(s []byte, i int) (int, byte) {
	if i >= len(s) {
		return 0, 0
	}
	switch s[i] {
	case '&':
		switch {
		case at(s, i, "&quot;"):
			return 6, '"'
		case at(s, i, "&#34;"):
			return 5, '"'
		case at(s, i, "&#x22;"):
			return 6, '"'
		case at(s, i, "&#39;"):
			return 5, '\''
		case at(s, i, "&#x27;"), at(s, i, "&apos;"):
			return 6, '\''
		}
	case '\\':
		j := i
		for j < len(s) && s[j] == '\\' && j-i < 8 {
			j++
		}
		switch {
		case at(s, j, "u0022"):
			return j + 5 - i, '"'
		case at(s, j, "u0027"):
			return j + 5 - i, '\''
		}
	case '%':
		switch {
		case at(s, i, "%22"):
			return 3, '"'
		case at(s, i, "%27"):
			return 3, '\''
		}
	}
	return 0, 0
}
