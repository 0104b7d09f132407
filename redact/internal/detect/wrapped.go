package detect

import (
	"bytes"

	"jezero/redact/internal/name"
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// softWrap: quoted-printable breaks long lines with = at their end; the rest of
// the value stands on the next line.
//
// YAML folds a long plain scalar the same way without a mark: the lines that
// go on are indented deeper than the name.
func (c *claim) softWrap(v *scan.View, out *scan.Out, end int) {
	s := v.Src
	n := newline(s, end)
	if n > 0 && c.gap.form == formColon && end-c.gap.at >= 56 && value.Strong(s[c.gap.at:end]) {
		c.folded(v, out, end+n)
	}
	if from, to := softRest(v, end); to > 0 {
		c.add(v, out, from, to, "")
	}
}

// softRest returns the rest of a value that quoted-printable parted at end.
func softRest(v *scan.View, end int) (from, to int) {
	s := v.Src
	n := newline(s, end)
	if n == 0 || s[end-1] != '=' {
		return 0, 0
	}
	if from, known := lineStart(v, end, 90); !known || end-from < 70 {
		return 0, 0
	}
	i := end + n
	k := i
	for k < len(s) && k-i < 80 && (alnum(s[k]) || s[k] == '+' || s[k] == '/' || s[k] == '-' || s[k] == '_' || s[k] == '=') {
		k++
	}
	if k > i && value.DigitCount(s[i:k]) > 0 {
		return i, k
	}
	return 0, 0
}

// folded reports the lines at i that go on with a value of base64: full ones,
// and the rest of it on a shorter last one.
func (c *claim) folded(v *scan.View, out *scan.Out, i int) {
	s := v.Src
	from, known := lineStart(v, c.start, 120)
	if !known {
		return
	}
	depth, full := indent(s, from), 0
	for i < len(s) {
		k := skipBlanks(s, i)
		e := k
		for e < len(s) && (base64Byte(s[e]) || s[e] == '=') {
			e++
		}
		if k-i <= depth || e == k || e < len(s) && newline(s, e) == 0 || full == 0 && e-k < 40 || full > 0 && e-k > full {
			return
		}
		if e-k >= 16 && !value.Strong(s[k:e]) || e-k < 16 && (value.DigitCount(s[k:e]) == 0 && s[e-1] != '=' || full == 0) {
			return
		}
		c.add(v, out, k, e, "")
		if full == 0 {
			full = e - k
		}
		if e-k < full || e == len(s) {
			return
		}
		i = e + newline(s, e)
	}
}

// bracketed: <value>. A placeholder stays, a secret in brackets goes.
func (c *claim) bracketed(v *scan.View, out *scan.Out, i int) {
	s := v.Src
	for k := i + 1; k < len(s) && k-i < 300; k++ {
		switch s[k] {
		case '>':
			if val := s[i+1 : k]; len(val) >= 12 && value.Strong(val) && !spaced(val) && value.RedactedLen(val) == 0 {
				c.add(v, out, i+1, k, "")
			}
			return
		case '\n', '<', '"':
			return
		}
	}
}

// braced: ODBC puts values with separators between braces and doubles a
// closing one. A template in braces stays.
func (c *claim) braced(v *scan.View, out *scan.Out, i int) {
	s := v.Src
	if c.gap.form != formEqual && c.gap.form != formSpaced || c.name.Kind != name.Password || i+1 < len(s) && s[i+1] == '{' {
		return
	}
	line := s[:min(len(s), i+300)]
	if n := bytes.IndexByte(line[i+1:], '\n'); n >= 0 {
		line = line[:i+1+n]
	}
	for k := i + 1; k < len(line); k++ {
		n := bytes.IndexByte(line[k:], '}')
		if n < 0 {
			return
		}
		if k += n; k+1 < len(s) && s[k+1] == '}' {
			k++
			continue
		}
		val := s[i+1 : k]
		if redactedIn(val, 0, len(val)) >= 0 {
			return
		}
		if look := v.Look(val); len(val) > 0 && (look == value.Plain || look == value.Generated || look == value.Identifier && value.DigitCount(val) > 0) && (k+1 >= len(s) || s[k+1] == ';' || quote(s[k+1]) || space(s[k+1])) {
			c.add(v, out, i+1, k, "")
		}
		return
	}
}

// inCallee has the bytes of what is called, inCall those that matter in the brackets
// behind it.
var inCallee, inCall = func() (callee, call [256]bool) {
	for i := range callee {
		callee[i] = alnum(byte(i))
	}
	for _, c := range []byte("_.:[]&*$") {
		callee[c] = true
	}
	for _, c := range []byte("\n;\\[\"'`") {
		call[c] = true
	}
	return callee, call
}()

// wrappedLiteral: the value is a conversion of a literal: []byte("…"),
// Buffer.from('…'), new String("…"), Some("…".into()). A lookup that takes a
// name, getenv("X"), stays: only a generated literal goes.
func (c *claim) wrappedLiteral(v *scan.View, out *scan.Out, i int) bool {
	s := v.Src
	if near := s[i:min(len(s), i+65)]; bytes.IndexByte(near, '(') < 0 && bytes.IndexByte(near, '{') < 0 {
		return false
	}
	k := i
	for end := min(len(s), i+64); k < end && (inCallee[s[k]] || s[k] == ' ' && at(s, k-3, "new")); k++ {
	}
	if k == i || k >= len(s) || s[k] != '(' && (s[k] != '{' || k+1 < len(s) && s[k+1] == '{') {
		return false
	}
	// The first literal within the brackets, on the same line.
	for p, end := k+1, min(len(s), k+120); p < end; p++ {
		if !inCall[s[p]] {
			continue
		}
		if s[p] == '\n' || s[p] == ';' || s[p] == '\\' && newline(s, p) > 0 {
			break
		}
		if s[p] == '[' && value.RedactedLen(s[p:min(len(s), p+90)]) > 0 {
			return true
		}
		if quote(s[p]) || s[p] == '\\' && p+1 < len(s) && quote(s[p+1]) {
			l, ok := quotedAt(v, p)
			if !ok {
				break
			}
			val := s[l.start:l.end]
			if redactedIn(val, 0, len(val)) >= 0 {
				return true // this was the one
			}
			c.lit = l
			if l.closed && len(val) >= 12 && (value.Strong(val) || value.UUIDAt(val, 0) && len(val) == 36) && v.Look(val) >= value.UUID && !spaced(val) && !(c.name.Bare && c.name.Weak) {
				c.add(v, out, l.start, l.end, "")
				return true
			}
			p = max(p, l.after-1)
		}
	}
	return s[k] == '('
}
