package detect

import (
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// statement: IDENTIFIED BY 'x', IDENTIFIED WITH plugin BY 'x',
// ConvertTo-SecureString "x".
func statement(v *scan.View, out *scan.Out) {
	s := v.Src
	i := v.To
	if at(s, v.At, "identified with") {
		for k := i; k < len(s) && k-i < 48; k++ {
			if at(s, k, " by ") || at(s, k, " as ") {
				i = k + 4
				break
			}
		}
		if i == v.To {
			return
		}
	}
	i = skipBlanks(s, i)
	for _, w := range [...]string{"password ", "values ", "-string ", "-asplaintext "} {
		if at(s, i, w) {
			i = skipBlanks(s, i+len(w))
		}
	}
	if i >= len(s) || s[i] == '`' || at(s, v.At, "identified") && !sqlBefore(s, v.At) {
		return
	}
	l, ok := quotedAt(v, i)
	if !ok {
		// Oracle takes the password without quotes.
		e := i
		for e < len(s) && (alnum(s[e]) || s[e] == '_' || s[e] == '#' || s[e] == '$') {
			e++
		}
		if !at(s, v.At, "identified by") || e-i < 4 || value.DigitCount(s[i:e]) == 0 {
			return
		}
		l = literal{start: i, end: e}
	}
	if l.end > l.start && commandValue(v, s[l.start:l.end]) && !spaced(s[l.start:l.end]) {
		addCommand(v, out, l.start, l.end)
	}
}

// sqlBefore: a statement that makes or changes a user stands before i, so that
// prose ("the method identified by") is left alone.
func sqlBefore(s []byte, i int) bool {
	for k, low := i-1, max(0, i-160); k >= low && s[k] != ';'; k-- {
		switch s[k] | 0x20 {
		case 'u':
			if at(s, k, "user") {
				return true
			}
		case 'g':
			if at(s, k, "grant") {
				return true
			}
		case 'r':
			if at(s, k, "role") {
				return true
			}
		}
	}
	return false
}
