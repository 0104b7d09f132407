package scan

import "bytes"

// maxOpening is how far before a place the string around it may have begun for
// its quotes to be counted.
const maxOpening = 256

// StringEnd is where between from and to the double quoted string ends that
// holds Src[i], or -1 when none does: at the first quote of its level of escaping,
// when something stands behind it that follows a string. The offset is that of
// the quote's first backslash.
func (v *View) StringEnd(i, from, to int) int { return v.stringEnd(i, from, to, false) }

// CommandEnd is StringEnd for a command that begins at Src[i] and goes on to its
// string's end, whatever follows it; single quotes count too.
func (v *View) CommandEnd(i, from, to int) int {
	p := v.stringEnd(i, from, to, true)
	if k := v.singleEnd(i, from, to); k >= 0 && (p < 0 || k < p) {
		return k
	}
	return p
}

// levels are the levels of escaping that are told apart.
const levels = 8

func (v *View) stringEnd(i, from, to int, sure bool) int {
	s := v.Src
	to = min(to, len(s))
	var seen [levels]bool // by how many backslashes stand before the quote
	plain := from
	for n, p := 0, from; p < to; n, p = n+1, p+1 {
		if v.Walked != nil && (n > 0 || s[from] != '\\' && s[from] != '"') {
			p = v.Walked.skipSeen(v, &seen, p, to)
		}
		k := bytes.IndexByte(s[p:to], '"')
		if k < 0 {
			break
		}
		p += k
		level := 0
		if p > from && s[p-1] == '\\' {
			level = Backslashes(s[from:], p-from)
		}
		if n == 0 && p-level == from {
			plain = p + 1 // more backslashes may stand before
		}
		if level >= len(seen) || seen[level] {
			continue
		}
		seen[level] = true
		if v.Walked != nil && p-plain > fewBytes {
			v.Walked.double[level].Saw(v, plain, p)
		}
		follows := followsString(s, p+1)
		if !follows && !sure {
			continue
		}
		if odd, known := v.opened(i, level); known && odd || !known && follows {
			return p - level
		}
	}
	if v.Walked != nil && to-plain > fewBytes {
		for level, seen := range seen {
			if !seen {
				v.Walked.double[level].Saw(v, plain, to)
			}
		}
	}
	return -1
}

// singleEnd is where the single quoted string ends that holds Src[i].
func (v *View) singleEnd(i, from, to int) int {
	s := v.Src
	to = min(to, len(s))
	low, known := v.lineBefore(i)
	if !known && s[i-1] != '\'' {
		return -1
	} else if !known {
		low = i - 1
	}
	if !v.odd(kind{mark: '\'', level: anyLevel}, low, i) {
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

// opened: in front of Src[i], on its line, stands an odd number of double quotes
// with as many backslashes before them. It is not known of a long line, of JSON
// most likely.
func (v *View) opened(i, level int) (odd, known bool) {
	low, known := v.lineBefore(i)
	if !known {
		return false, false
	}
	return v.odd(kind{mark: '"', level: level, words: true}, low, i), true
}

// lineBefore is where the line begins that holds Src[i], if that is near.
func (v *View) lineBefore(i int) (low int, known bool) {
	low = max(0, i-maxOpening)
	j := v.lastNewline(i, low)
	return j, j > low || low == 0
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
