package detect

import (
	"bytes"

	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// A pair keeps name and value in two fields:
//
//	- name: DB_PASSWORD            {"name": "DB_PASSWORD", "value": "x"}
//	  value: x                     <add key="Password" value="x"/>
//	variable "db_password" {       <key>Password</key>
//	  default = "x"                <string>x</string>
//
// The name stands where values stand, and the field that follows is called
// value or the like.

var valueFields = [...]string{"value", "default", "string", "val", "parametervalue", "secretvalue", "data", "newvalue", "defaultvalue", "content", "plaintext"}

// otherFields may stand between the two.
var otherFields = [...]string{"type", "description", "sensitive", "nullable", "masked", "protected", "variable_type", "secured", "required", "label",
	"slot", "valuetype", "scope", "environment", "environment_scope", "comment", "env", "secret", "overridable", "issecret", "id"}

func (c *claim) pair(v *scan.View, out *scan.Out) bool { return c.pairAt(v, out, c.end) }

// pairAt looks for the value field after the name, whose end is e.
func (c *claim) pairAt(v *scan.View, out *scan.Out, e int) bool {
	s := v.Src
	if !inField(s, c.start) {
		return false
	}
	i := e
	for n := 0; n < 8; n++ {
		i = skipBetween(s, i)
		w := i
		for i < len(s) && i-w < 24 && (alnum(s[i]) || s[i] == '_') {
			i++
		}
		if i == w || i >= len(s) {
			return false
		}
		if listed(s[w:i], valueFields[:]) {
			var g gap
			k, _ := closers(s, i, &g)
			k = skipDress(s, k)
			if k >= len(s) {
				return false
			}
			switch {
			case s[k] == ':' || s[k] == '=':
				k = skipDress(s, k+1)
			case s[k] == '>' && w > 0 && s[w-1] == '<':
				c.gap = gap{form: formTag, at: k + 1, quotedName: true}
				c.content(v, out)
				return true
			default:
				return false
			}
			c.gap = gap{form: formPair, at: k, quotedName: true}
			if l, ok := quotedAt(v, k); ok {
				c.lit = l
				c.decide(v, out)
				return true
			}
			c.gap.form = formColon
			if c.blockScalar(v, out, k) {
				return true
			}
			c.gap.quotedName = false
			c.pairBare(v, out, k)
			return true
		}
		if !listed(s[w:i], otherFields[:]) {
			return false
		}
		// Over the value of the other field: to the line's end or the next comma.
		if i = overField(s, i); i < 0 {
			return false
		}
	}
	return false
}

// pairBare judges the unquoted value of a pair: a YAML scalar to the end of
// its line.
func (c *claim) pairBare(v *scan.View, out *scan.Out, i int) {
	s := v.Src
	end := bareAt(v, i, bare{})
	if end <= i || c.pieces(v, out, i, end) {
		return
	}
	c.gap.form = formPair
	if c.goes(s[i:end]) && tailAt(s, end) != tailWords {
		c.add(v, out, i, end, "")
	}
}

// skipBetween skips what separates two fields.
func skipBetween(s []byte, i int) int {
	for n := 0; i < len(s) && n < 160; n++ {
		switch c := s[i]; {
		case space(c) || quote(c) || c == ',' || c == '{' || c == ';' || c == '-' && i+1 < len(s) && s[i+1] == ' ':
			i++
		case c == '\\':
			if m := newline(s, i); m > 0 {
				i += m
				continue
			}
			i++
		case c == '&' && entityAt(s, i):
			m, _ := entity(s, i)
			i += max(m, 1)
		case c == '<':
			// </key> closes the name; <string> opens the value.
			k := i + 1
			if k < len(s) && s[k] == '/' {
				for k < len(s) && k-i < 32 && s[k] != '>' {
					k++
				}
				if k >= len(s) || s[k] != '>' {
					return i
				}
				i = k + 1
				continue
			}
			return k
		default:
			return i
		}
	}
	return i
}

// overField is the offset after the value of a field whose name ends at i, -1
// when it has no end.
func overField(s []byte, i int) int {
	var g gap
	if k, _ := closers(s, i, &g); g.quotedName && k < len(s) {
		i = k // the quote that closes the name opens nothing
	}
	inQuote := false
	for n := 0; i < len(s) && n < 300; n, i = n+1, i+1 {
		switch c := s[i]; {
		case c == '"' && scan.Backslashes(s, i)%2 == 0:
			inQuote = !inQuote
		case c == '\n' && !inQuote, c == ',' && !inQuote:
			return i + 1
		case c == ' ' && !inQuote && i > 0 && s[i-1] == '"':
			return i + 1
		case c == '}' && !inQuote:
			return -1
		case c == '<' && i+1 < len(s) && s[i+1] == '/':
			return i
		}
	}
	return -1
}

// inField: what stands before the name shows that it is the value of a field:
// a colon, an equals sign, a tag, or the keyword of a declaration.
func inField(s []byte, start int) bool {
	i := start
	for i > 0 && start-i < 12 && (blank(s[i-1]) || quote(s[i-1]) || s[i-1] == '\\') {
		i--
	}
	if i > 6 && at(s, i-6, "&quot;") {
		i -= 6
	}
	if i == 0 {
		return false
	}
	switch s[i-1] {
	case ':', '=', '>':
		return true
	}
	return at(s, i-8, "variable") || at(s, i-5, "param")
}

func listed(w []byte, words []string) bool {
	for _, x := range words {
		if len(x) == len(w) && at(w, 0, x) {
			return true
		}
	}
	return false
}

// element judges <password>value</password> and <string name="x">value</string>.
func (c *claim) element(v *scan.View, out *scan.Out) {
	s := v.Src
	switch {
	case c.gap.quotedName:
		if !inField(s, c.start) || labels(s, c.start) {
			return
		}
	case c.start == 0 || s[c.start-1] != '<' && s[c.start-1] != ':':
		return
	case c.inValue(s): // <Password><Value>x</Value>, an answer file of Windows
	case !c.endTag(s):
		return
	}
	c.content(v, out)
}

// withoutBreaks is the length of b without the escaped line breaks at its end.
func withoutBreaks(b []byte) int {
	n := len(b)
	for {
		k := n
		for k > 0 && blank(b[k-1]) {
			k--
		}
		if k < 2 || b[k-1] != 'n' && b[k-1] != 'r' || b[k-2] != '\\' {
			return n
		}
		for k--; k > 0 && b[k-1] == '\\'; k-- {
		}
		n = k
	}
}

// labels: the attribute that begins at i belongs to an element whose text is for
// people: <label for="password">.
func labels(s []byte, i int) bool {
	for k, low := i-1, max(0, i-120); k >= low && s[k] != '>'; k-- {
		if s[k] != '<' {
			continue
		}
		e := k + 1
		for e < i && alnum(s[e]) {
			e++
		}
		return listed(s[k+1:e], labelTags[:])
	}
	return false
}

var labelTags = [...]string{"label", "th", "legend", "button", "a", "h1", "h2", "h3", "h4", "option"}

// inValue steps into an element called value that begins the name's element.
func (c *claim) inValue(s []byte) bool {
	i := c.gap.at
	for i < len(s) && space(s[i]) && i-c.gap.at < 64 {
		i++
	}
	if !at(s, i, "<value>") {
		return false
	}
	c.gap.at = i + len("<value>")
	return true
}

// htmlCell judges <td>password</td><td>value</td> and the like: the name fills an
// element, the value the next one.
func (c *claim) htmlCell(v *scan.View, out *scan.Out) {
	s := v.Src
	if !at(s, c.end, "</") {
		return
	}
	i := c.end
	tags := 0
	for ; tags < 5 && i < len(s) && s[i] == '<'; tags++ {
		k := i + 1
		for k < len(s) && k-i < 80 && s[k] != '>' && s[k] != '\n' && s[k] != '<' {
			k++
		}
		if k >= len(s) || s[k] != '>' {
			return
		}
		i = k + 1
		for i < len(s) && space(s[i]) && i-k < 40 {
			i++
		}
	}
	if tags < 2 || i >= len(s) || s[i-1] == '<' {
		return
	}
	end := i
	for end < len(s) && end-i < 200 && s[end] != '<' && s[end] != '\n' {
		end++
	}
	if end >= len(s) || s[end] != '<' {
		return
	}
	c.gap = gap{form: formTable, at: i}
	c.cell = true
	c.lit = literal{start: i, end: end, quoted: true, after: end, mark: '<'}
	c.decide(v, out)
}

// endTag: the next tag ends the element that the name starts, so that <key> in
// prose opens none. An element that the input cuts off counts while it is short.
func (c *claim) endTag(s []byte) bool {
	i := c.gap.at
	if at(s, i, "<![cdata[") {
		return true
	}
	for k := 0; i < len(s) && s[i] != '<' && k < 4096; k++ {
		i++
	}
	if i >= len(s) {
		// Quotes and brackets belong to what is around.
		val := s[c.gap.at:i]
		if c.start > 1 && (alnum(s[c.start-2]) || bytes.IndexByte([]byte("=:%,-@"), s[c.start-2]) >= 0) || i > c.gap.at && (blank(val[0]) || bytes.IndexByte([]byte("&|>;"), val[0]) >= 0) {
			return false // -p<password>, a place for one
		}
		return len(val) < 200 && words(val) == 1 && !hasByte(val, '"') && !hasByte(val, '}')
	}
	if i+1 >= len(s) || s[i+1] != '/' {
		return false
	}
	i += 2
	for k := i; k < len(s) && k-i < 24 && (alnum(s[k]) || s[k] == ':'); k++ {
		if s[k] == ':' {
			i = k + 1
			break
		}
	}
	nm := s[c.start:c.end]
	return i+len(nm) > len(s) || string(s[i:i+len(nm)]) == string(nm)
}

// content judges the text of an element up to the next tag.
func (c *claim) content(v *scan.View, out *scan.Out) {
	s := v.Src
	i := c.gap.at
	if at(s, i, "<![cdata[") {
		i += 9
	}
	walked := v.Known(func(w *scan.Walked) *scan.Stretch { return &w.Tags })
	end, limit := i, min(len(s), i+4096)
	for ; ; end++ {
		if end = walked.Skip(v, end); end >= limit || s[end] == '<' || s[end] == ']' && at(s, end, "]]>") {
			break
		}
	}
	end = min(end, limit)
	if sure := min(end, len(s)-4); sure > i {
		walked.Saw(v, i, sure)
	}
	if end+1 >= len(s) && end-i > 200 || end+1 < len(s) && s[end+1] != '/' && s[end] == '<' {
		return // no end tag: <key> in prose
	}
	l := literal{start: i, end: end, quoted: true, closed: true, after: end, mark: '<'}
	trimLiteral(s, &l)
	for n := newline(s, l.start); n > 0 && l.start < l.end; n = newline(s, l.start) {
		l.start += n
		trimLiteral(s, &l)
	}
	l.end = l.start + withoutBreaks(s[l.start:max(l.start, l.end)])
	if l.start >= l.end {
		return
	}
	c.lit = l
	val := s[l.start:l.end]
	if !spaced(val) {
		if n := len(val); n > 2 && val[0] == '{' && val[n-1] == '}' && value.Likely(val[1:n-1]) {
			c.lit.start, c.lit.end = l.start+1, l.end-1
		}
		c.decide(v, out)
		return
	}
	// Jenkins and others write {provider AQAAABAAA value}: the generated words go.
	texts := v.Known(func(w *scan.Walked) *scan.Stretch { return &w.Texts })
	for a := l.start; a < l.end; {
		// The first word may be the end of a longer one.
		from := a
		if a > l.start {
			if a = texts.Skip(v, a); a >= l.end {
				break
			}
		}
		for a < l.end && (space(s[a]) || s[a] == '{' || s[a] == '}') {
			a++
		}
		b := a
		for b < l.end && !space(s[b]) && s[b] != '}' {
			b++
		}
		if w := s[a:b]; len(w) >= 16 && value.Likely(w) && v.Look(w) >= value.UUID || len(w) == 36 && value.UUIDAt(w, 0) {
			c.add(v, out, a, b, "")
		} else if from > l.start && b < l.end {
			texts.Saw(v, from, b)
		}
		a = b
	}
}
