package detect

import (
	"jezero/redact/internal/name"
	"jezero/redact/internal/scan"
)

// maxColumns bounds the columns of a statement that are looked at.
const maxColumns = 48

// insertInto finds the values that INSERT INTO t (…, password, …) VALUES (…)
// puts into columns whose names hold a secret: the position decides.
func insertInto(v *scan.View, out *scan.Out) {
	s := v.Src
	i := skipSQL(s, v.To)
	for n := 0; i < len(s) && n < 128 && (nameByte(s[i]) || quote(s[i]) || s[i] == '[' || s[i] == ']' || s[i] == '\\'); n++ {
		i++
	}
	if i = skipSQL(s, i); i >= len(s) || s[i] != '(' {
		return
	}
	var cols [maxColumns]claim
	n, holds := 0, false
	for i++; n < maxColumns; n++ {
		i = skipSQL(s, i)
		for i < len(s) && (quote(s[i]) || s[i] == '[' || s[i] == '\\') {
			i++
		}
		start := i
		for i < len(s) && nameByte(s[i]) {
			i++
		}
		if i == start {
			return
		}
		if nm := v.NameOf(s[start:i]); nm.Class == name.Holds && !nm.Plural {
			cols[n] = claim{view: v, name: nm, start: start, end: i, gap: gap{form: formEqual, quotedName: true}}
			holds = true
		}
		for i < len(s) && (quote(s[i]) || s[i] == ']' || s[i] == '\\' && newline(s, i) == 0) {
			i++
		}
		if i = skipSQL(s, i); i >= len(s) {
			return
		}
		if s[i] == ')' {
			n++
			break
		}
		if s[i] != ',' {
			return
		}
		i++
	}
	if i = skipSQL(s, i+1); !holds || !at(s, i, "values") {
		return
	}
	for i = skipSQL(s, i+6); i < len(s) && s[i] == '('; {
		if i = insertRow(v, out, cols[:n], i+1); i < 0 {
			return
		}
		if i = skipSQL(s, i); i >= len(s) || s[i] != ',' {
			return
		}
		i = skipSQL(s, i+1)
	}
}

// maxNested bounds the brackets within a value: calls are not nested deeper, and
// a list of rows that never end would be walked for each of them.
const maxNested = 16

// insertRow judges the values of one row from i on and returns the offset
// behind its closing bracket, -1 when it has none.
func insertRow(v *scan.View, out *scan.Out, cols []claim, i int) int {
	s := v.Src
	for n := 0; ; n++ {
		i = skipSQL(s, i)
		p := i + literalPrefix(s, i)
		if l, ok := quotedAt(v, p); ok {
			if !l.closed || l.after <= i {
				return -1
			}
			if n < len(cols) && cols[n].name.Class == name.Holds {
				c := cols[n]
				c.lit = l
				c.decide(v, out)
			}
			i = skipSQL(s, l.after)
		}
		// What no quote delimits: a number, NULL, a call with brackets of its own.
		for depth := 0; i < len(s) && (depth > 0 || s[i] != ',' && s[i] != ')'); i++ {
			if kinds[s[i]]&isAlnum != 0 {
				continue
			}
			switch c := s[i]; {
			case c == '(':
				if depth++; depth > maxNested {
					return -1
				}
			case c == ')':
				depth--
			case c == ';', c == '\n' && depth > 0:
				return -1
			case quote(c):
				l, ok := quotedAt(v, i)
				if !ok || !l.closed || l.after <= i {
					return -1
				}
				i = l.after - 1
			}
		}
		if i >= len(s) {
			return -1
		}
		if s[i] == ')' {
			return i + 1
		}
		i++
	}
}

// skipSQL skips blanks and line breaks, also escaped ones.
func skipSQL(s []byte, i int) int {
	for i < len(s) {
		if space(s[i]) {
			i++
		} else if n := newline(s, i); n > 0 {
			i += n
		} else {
			break
		}
	}
	return i
}
