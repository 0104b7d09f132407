package detect

import (
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// blockScalar reads a YAML block scalar after "name:": | or >, a sign, an
// indent, then lines that are indented deeper than the name.
func (c *claim) blockScalar(v *scan.View, out *scan.Out, i int) bool {
	s := v.Src
	if i >= len(s) || s[i] != '|' && s[i] != '>' {
		return false
	}
	k := i + 1
	for k < len(s) && k-i < 4 && (s[k] == '-' || s[k] == '+' || digit(s[k])) {
		k++
	}
	k = skipBlanks(s, k)
	if k < len(s) && s[k] == '#' {
		k = lineEnd(s, k, 200)
	}
	n := newline(s, k)
	if n == 0 {
		return false
	}
	from, known := lineStart(v, c.start, 120)
	if !known {
		return true
	}
	deep := indent(s, from)
	start, end := indented(s, k+n, deep)
	if start >= end {
		return true
	}
	val := s[start:end]
	if keyBlockIn(val) || redactedIn(val, 0, len(val)) >= 0 {
		return true // the key block detector knows its layout, and what went had its reason
	}
	c.gap.quotedName = true // as well delimited as in quotes
	c.lit = literal{start: start, end: end, quoted: true, block: true, after: end}
	c.lit.indent = deep
	if spaced(val) {
		if linesOfSecret(val) && !c.name.Weak {
			c.add(v, out, start, end, "")
		}
		return true
	}
	c.decide(v, out)
	return true
}

// indent is the number of blanks at the start of the line, list marks counted.
func indent(s []byte, from int) int {
	n := 0
	for from+n < len(s) && (blank(s[from+n]) || s[from+n] == '-' && from+n+1 < len(s) && s[from+n+1] == ' ') {
		n++
	}
	return n
}

// indented is the text of the lines from i on that are indented deeper than
// min, from the first to the last byte that is no space. Line breaks may be
// escaped.
func indented(s []byte, i, min int) (start, end int) {
	start, end = i, i
	first := true
	for i < len(s) {
		k := i
		for k < len(s) && blank(s[k]) {
			k++
		}
		if k >= len(s) {
			break
		}
		if n := newline(s, k); n > 0 {
			i = k + n
			continue
		}
		if k-i <= min {
			break
		}
		if first {
			start, first = k, false
		}
		for k < len(s) && s[k] != '\n' && s[k] != '\r' && (s[k] != '\\' || newline(s, k) == 0) {
			k++
		}
		end = k
		i = k + newline(s, k)
		if i == k {
			break
		}
	}
	for end > start && blank(s[end-1]) {
		end--
	}
	return start, end
}

// linesOfSecret: lines of one token each, at least one of them generated; a
// text in a block scalar has blanks inside of its lines.
func linesOfSecret(b []byte) bool {
	strong := false
	for i := 0; i < len(b); {
		for i < len(b) && space(b[i]) {
			i++
		}
		k := i
		for k < len(b) && b[k] > ' ' {
			k++
		}
		if j := skipBlanks(b, k); j > k && j < len(b) && b[j] != '\n' && b[j] != '\r' {
			return false
		}
		for k < len(b) && b[k] != '\n' && b[k] != '\r' {
			k++
		}
		line := b[i:k]
		for len(line) > 0 && blank(line[len(line)-1]) {
			line = line[:len(line)-1]
		}
		if spaced(line) {
			return false
		}
		if redactedIn(line, 0, len(line)) < 0 && value.Strong(line) {
			strong = true
		}
		i = k
	}
	return strong
}

func keyBlockIn(b []byte) bool {
	for i := 0; i+10 < len(b) && i < 200; i++ {
		if b[i] == '-' && at(b, i, "-----begin") {
			return true
		}
	}
	return false
}

// heredoc reads <<EOT, <<-EOT, <<~EOT, <<'EOT' and the lines up to EOT.
func (c *claim) heredoc(v *scan.View, out *scan.Out, i int) bool {
	s := v.Src
	if i+4 >= len(s) || s[i] != '<' || s[i+1] != '<' {
		return false
	}
	if r := reads(s, c.start, c.end); r != nil && r.pair != 0 {
		return true // chpasswd: lines of users and passwords
	}
	k := i + 2
	for k < len(s) && (s[k] == '<' || s[k] == '-' || s[k] == '~' || s[k] == '"' || s[k] == '\'') {
		k++
	}
	w := k
	for k < len(s) && (alnum(s[k]) || s[k] == '_') && k-w < scan.MaxMark {
		k++
	}
	mark := s[w:k]
	if len(mark) < 2 {
		return false
	}
	for k < len(s) && s[k] != '\n' && k-w < 120 {
		k++
	}
	body := k + 1
	walked := c.heredocsWalked(v, mark)
	for p := body; p < len(s) && p-body < maxQuoted; {
		if s[p-1] == '\n' {
			if p = walked.Skip(v, p); p >= len(s) || p-body >= maxQuoted {
				break
			}
		}
		e := v.NextNewline(p)
		q := skipBlanks(s, p)
		if q+len(mark) <= e && string(s[q:q+len(mark)]) == string(mark) && (q+len(mark) == e || !alnum(s[q+len(mark)])) {
			l := literal{start: body, end: p, quoted: true, closed: true, block: true, after: p, mark: '\n'}
			trimLiteral(s, &l)
			if l.start >= l.end || keyBlockIn(s[l.start:l.end]) || redactedIn(s, l.start, l.end) >= 0 {
				return true
			}
			c.lit = l
			if spaced(s[l.start:l.end]) {
				if linesOfSecret(s[l.start:l.end]) {
					c.add(v, out, l.start, l.end, "")
				}
				return true
			}
			c.decide(v, out)
			return true
		}
		if s[p-1] == '\n' && e < len(s) {
			walked.Saw(v, p, e+1)
		}
		p = e + 1
	}
	return true
}

// heredocsWalked are the lines known not to end a heredoc of that mark.
func (c *claim) heredocsWalked(v *scan.View, mark []byte) *scan.Stretch {
	if v.Walked == nil {
		return &scan.Stretch{}
	}
	h := &v.Walked.Heredoc
	if string(h.Mark[:h.Len]) != string(mark) {
		h.Stretch = scan.Stretch{}
		h.Len = copy(h.Mark[:], mark)
	}
	return &h.Stretch
}
