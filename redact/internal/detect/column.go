package detect

import (
	"jezero/redact/internal/name"
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// maxRows bounds how many rows of one table are looked at.
const maxRows = 64

// column: the name heads a column of a table, and the values stand in the rows
// below it: what a database's client prints, or a file of separated values.
func (c *claim) column(v *scan.View, out *scan.Out) {
	s := v.Src
	if c.name.Weak || c.name.Plural || c.end >= len(s) {
		return
	}
	if !inColumn(s, c.start, c.end) {
		return
	}
	from, known := lineStart(v, c.start, 200)
	if !known {
		return
	}
	to := min(lineBreak(v, c.end, min(len(s), c.end+400)), c.end+400)
	if newline(s, to) == 0 {
		return // no row follows
	}
	sep := separator(s, from, c.start, c.end, to)
	if sep == 0 || !heading(s[from:to], sep) {
		return
	}
	before, total := count(s[from:c.start], sep), count(s[from:to], sep)
	i := to
	for range maxRows {
		n := newline(s, i)
		if n == 0 {
			return
		}
		i += n
		end := lineEnd(s, i, 1000)
		row := s[i:end]
		if ruledRow(row) {
			i = end
			continue
		}
		if count(row, sep) != total {
			return
		}
		a, b := cell(s, i, end, sep, before)
		if string(s[a:b]) == string(s[c.start:c.end]) {
			return // the heading of what follows
		}
		c.gap = gap{form: formTable, at: a}
		c.cell, c.lit = true, literal{start: a, end: b, quoted: true, after: b}
		if a < b && redactedIn(s, a, b) < 0 && c.goesInColumn(s[a:b]) {
			c.add(v, out, a, b, "")
		}
		i = end
	}
}

// afterCell is what ends the cell, or its line, whose name ends at e, 0 when
// nothing does. far says that it was not looked for any further.
func afterCell(s []byte, e int) (b byte, far bool) {
	k := e
	for k < len(s) && k-e < 64 && (s[k] == ' ' || s[k] == '"') {
		k++
	}
	if k == len(s) || k-e == 64 {
		return 0, true
	}
	switch b := s[k]; b {
	case '|', ',', ';', '\t', '\n', '\r', '\\':
		return b, false
	}
	return 0, false
}

// inColumn throws out nearly every name that heads no column: the same separator
// stands on either side of a cell; where its line begins or ends, on the other.
func inColumn(s []byte, start, e int) bool {
	b, far := afterCell(s, e)
	if b == 0 {
		return far
	}
	i := start
	for i > 0 && (s[i-1] == ' ' || s[i-1] == '"') {
		i--
	}
	left := byte(0)
	if i > 0 {
		left = s[i-1]
	}
	switch b {
	case '|', ',', ';', '\t':
		return left == b || i == 0 || breakEnds(s, i)
	}
	return left == '|' || left == ',' || left == ';' || left == '\t'
}

// breakEnds: a line break, perhaps an escaped one, ends right before i.
func breakEnds(s []byte, i int) bool {
	return s[i-1] == '\n' || (s[i-1] == 'n' || s[i-1] == 'r') && i > 1 && s[i-2] == '\\'
}

// separator is what stands between the cells of the line, or 0.
func separator(s []byte, from, start, end, to int) byte {
	i, k := start, end
	for i > from && (blank(s[i-1]) && s[i-1] != '\t' || s[i-1] == '"') {
		i--
	}
	for k < to && (blank(s[k]) && s[k] != '\t' || s[k] == '"') {
		k++
	}
	var left, right byte
	if i > from {
		left = s[i-1]
	}
	if k < to {
		right = s[k]
	}
	for _, sep := range [...]byte{'|', ',', ';', '\t'} {
		if (left == sep || i == from) && (right == sep || k == to) && (left == sep || right == sep) {
			return sep
		}
	}
	return 0
}

// heading: two cells and more, each a name, so that it is no row itself.
func heading(line []byte, sep byte) bool {
	cells, inside := 0, false
	for _, b := range line {
		if b == sep {
			inside = false
		} else if alnum(b) && !inside {
			inside = true
			cells++
		}
		if !alnum(b) && b != '_' && b != '-' && b != '.' && b != '"' && b != sep && !space(b) {
			return false
		}
	}
	return cells > 1 && (value.DigitCount(line) == 0 || sep == '|')
}

func ruledRow(row []byte) bool {
	for _, b := range row {
		if b != '-' && b != '+' && b != '|' && b != '=' && b != ':' && !blank(b) {
			return false
		}
	}
	return len(row) > 0
}

func count(b []byte, x byte) (n int) {
	for _, c := range b {
		if c == x {
			n++
		}
	}
	return n
}

// cell is where cell number n of a row stands, without blanks and quotes.
func cell(s []byte, i, end int, sep byte, n int) (a, b int) {
	for ; i < end && n > 0; i++ {
		if s[i] == sep {
			n--
		}
	}
	a, b = i, i
	for b < end && s[b] != sep {
		b++
	}
	for a < b && (space(s[a]) || s[a] == '"' || s[a] == '`') {
		a++
	}
	for b > a && (space(s[b-1]) || s[b-1] == '"' || s[b-1] == '`') {
		b--
	}
	return a, b
}

// goesInColumn: as in a table; under a password also what mixes letters and digits.
func (c *claim) goesInColumn(val []byte) bool {
	look := c.view.Look(val)
	if spaced(val) || look < value.Word {
		return false
	}
	if c.name.Kind == name.Password && value.DigitCount(val) > 0 && hasLetter(val) && hasAlnum(val, 6) && !hostname(val) && !mail(val) {
		return true
	}
	return c.goesLoosely(val, look)
}
