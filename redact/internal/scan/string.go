package scan

import "bytes"

// maxOpening is how far before a place the string around it may have begun for
// its quotes to be counted.
const maxOpening = 256

// StringEnd is where between from and to the double quoted string ends that
// holds s[i], or -1 when none does: at the first quote of its level of escaping,
// when something stands behind it that follows a string. The offset is that of
// the quote's first backslash.
func StringEnd(s []byte, i, from, to int) int { return stringEnd(s, i, from, to, false) }

// CommandEnd is StringEnd for a command that begins at s[i] and goes on to its
// string's end, whatever follows it; single quotes count too.
func CommandEnd(s []byte, i, from, to int) int {
	p := stringEnd(s, i, from, to, true)
	if k := singleEnd(s, i, from, to); k >= 0 && (p < 0 || k < p) {
		return k
	}
	return p
}

func stringEnd(s []byte, i, from, to int, sure bool) int {
	to = min(to, len(s))
	var seen [8]bool // by how many backslashes stand before the quote
	for p := from; p < to; p++ {
		k := bytes.IndexByte(s[p:to], '"')
		if k < 0 {
			return -1
		}
		p += k
		level := 0
		if p > from && s[p-1] == '\\' {
			level = Backslashes(s[from:], p-from)
		}
		if level >= len(seen) || seen[level] {
			continue
		}
		seen[level] = true
		follows := followsString(s, p+1)
		if !follows && !sure {
			continue
		}
		if odd, known := opened(s, i, level); known && odd || !known && follows {
			return p - level
		}
	}
	return -1
}

// singleEnd is where the single quoted string ends that holds s[i].
func singleEnd(s []byte, i, from, to int) int {
	to = min(to, len(s))
	low := max(0, i-maxOpening)
	if j := bytes.LastIndexByte(s[low:i], '\n'); j >= 0 {
		low += j + 1
	} else if low > 0 && s[i-1] != '\'' {
		return -1
	} else if low > 0 {
		low = i - 1
	}
	odd := false
	for q := low; q < i; q++ {
		if s[q] == '\'' && !(q > 0 && letter(s[q-1]) && letter(s[q+1])) { // don't
			odd = !odd
		}
	}
	if !odd {
		return -1
	}
	if k := bytes.IndexByte(s[from:to], '\''); k >= 0 {
		return from + k
	}
	return -1
}

// followsString: at k stands what follows a string in JSON or code, or the end.
func followsString(s []byte, k int) bool {
	from := k
	for k < len(s) && (s[k] == ' ' || s[k] == '\t' || s[k] == '\n' || s[k] == '\r') {
		k++
	}
	if k == len(s) || bytes.IndexByte(s[from:k], '\n') >= 0 {
		return true
	}
	switch s[k] {
	case '}', ']', ',', ':':
		return true
	case ')', ';', '\\':
		return k == from
	}
	return false
}

// opened: in front of i, on its line, stands an odd number of double quotes with
// as many backslashes before them. It is not known of a long line, of JSON most
// likely.
func opened(s []byte, i, level int) (odd, known bool) {
	low := max(0, i-maxOpening)
	if j := bytes.LastIndexByte(s[low:i], '\n'); j >= 0 {
		low += j + 1
	} else if low > 0 {
		return false, false
	}
	for q := low; q < i; q++ {
		k := bytes.IndexByte(s[q:i], '"')
		if k < 0 {
			break
		}
		if q += k; Backslashes(s[low:], q-low) == level {
			odd = !odd
		}
	}
	return odd, true
}

// Backslashes counts the backslashes that end right before i.
func Backslashes(s []byte, i int) int {
	n := 0
	for i-n > 0 && s[i-n-1] == '\\' && n < 64 {
		n++
	}
	return n
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }
