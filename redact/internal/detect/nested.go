package detect

import (
	"jezero/redact/internal/name"
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// A value may stand one step further in, in a member called value or the like,
// or in the next item of a list:
//
//	{"password": {"value": "x"}}     password:
//	                                   value: x
//	- --token                        password=(x)
//	- x
//
// There a word says nothing: a digit or a generated value is wanted.

var innerFields = [...]string{"value", "default", "val", "string", "stringvalue", "plaintext", "s", "$", "_text", "content", "data"}

// nested judges the members of the object or list of one object at i.
func (c *claim) nested(v *scan.View, out *scan.Out, i int) bool {
	s := v.Src
	k := i
	braces := 0
	for k < len(s) && k-i < 24 && (s[k] == '{' || s[k] == '[' || space(s[k]) || newline(s, k) > 0) {
		if s[k] == '{' {
			braces++
		}
		k += max(1, newline(s, k))
	}
	return braces == 1 && c.inner(v, out, k)
}

// below judges the lines under name: that are indented deeper. i is the start of
// the first of them.
func (c *claim) below(v *scan.View, out *scan.Out, i int) bool {
	s := v.Src
	from, known := lineStart(v, c.start, maxLeft)
	k := skipBlanks(s, i)
	if !known || k-i <= c.start-from || skipBlanks(s, from) < c.start-2 {
		return false
	}
	return c.inner(v, out, k) || c.scalar(v, out, k)
}

// inner looks for the field of the value among the first of an object.
func (c *claim) inner(v *scan.View, out *scan.Out, i int) bool {
	s := v.Src
	for range 4 {
		for i < len(s) && (quote(s[i]) || s[i] == '\\' && newline(s, i) == 0 || blank(s[i]) || s[i] == ',') {
			i++
		}
		w := i
		for i < len(s) && i-w < 24 && (alnum(s[i]) || s[i] == '_' || s[i] == '$') {
			i++
		}
		if i == w || i >= len(s) {
			return false
		}
		if listed(s[w:i], innerFields[:]) {
			var g gap
			k, _ := closers(s, i, &g)
			if k = skipDress(s, k); k >= len(s) || s[k] != ':' && s[k] != '=' {
				return false
			}
			c.innerValue(v, out, skipDress(s, k+1))
			return true
		}
		if !listed(s[w:i], otherFields[:]) {
			return false
		}
		if i = overField(s, i); i < 0 {
			return false
		}
	}
	return false
}

func (c *claim) innerValue(v *scan.View, out *scan.Out, i int) {
	s := v.Src
	if l, ok := quotedAt(v, i); ok {
		if c.certain(s[l.start:l.end]) {
			c.gap = gap{form: formPair, at: i, quotedName: true}
			c.lit = l
			c.decide(v, out)
		}
		return
	}
	c.scalar(v, out, i)
}

// scalar judges one word to the end of its line.
func (c *claim) scalar(v *scan.View, out *scan.Out, i int) bool {
	s := v.Src
	end := bareAt(v, i, bare{})
	if end <= i || tailAt(s, end) != tailEnd || end < len(s) && newline(s, end) == 0 && !blank(s[end]) || !tokenBytes(s[i:end]) || hasByte(s[i:end], ':') || !c.certain(s[i:end]) {
		return false
	}
	c.gap = gap{form: formPair, at: i}
	if !c.goes(s[i:end]) {
		return false
	}
	c.add(v, out, i, end, "")
	return true
}

// certain: no word, no number and no name of something.
func (c *claim) certain(val []byte) bool {
	if spaced(val) || redactedIn(val, 0, len(val)) >= 0 {
		return false
	}
	switch c.view.Look(val) {
	case value.Generated:
		return true
	case value.Plain:
		return value.DigitCount(val) > 0 && hasAlnum(val, 6)
	case value.Identifier:
		return value.DigitCount(val) > 0 && hasAlnum(val, 6) && c.view.NameOf(val).Class == name.None
	}
	return false
}

// item judges the item of a YAML list below that of a switch. i is the start of
// its line.
func (c *claim) item(v *scan.View, out *scan.Out, i int) {
	s := v.Src
	from, known := lineStart(v, c.start, maxLeft)
	dash := skipBlanks(s, from)
	k := skipBlanks(s, i)
	if !known || !at(s, dash, "- ") || dash-from != k-i || !at(s, k, "- ") {
		return
	}
	k = skipBlanks(s, k+2)
	l, ok := quotedAt(v, k)
	if !ok {
		l = literal{start: k, end: lineEnd(s, k, 300), closed: true}
		for l.end > l.start && blank(s[l.end-1]) {
			l.end--
		}
		if l.end == len(s) && !v.Finish {
			return
		}
	}
	if val := s[l.start:l.end]; l.closed && len(val) > 0 && val[0] != '-' && c.certain(val) && c.goesAfterFlag(val, v.Look(val), c.name.Kind == name.Password) {
		c.lit = l
		c.add(v, out, l.start, l.end, "")
	}
}

// array judges the words of an array of the shell: name=(x y).
func (c *claim) array(v *scan.View, out *scan.Out, i int) {
	s := v.Src
	if !c.leads(s) {
		return
	}
	end := i
	for limit := min(len(s), i+300); end < limit && s[end] != ')'; end++ {
		if s[end] == '(' || s[end] == ';' || s[end] == ',' || s[end] == '{' || s[end] == '"' {
			return
		}
	}
	if end >= len(s) || s[end] != ')' || end+1 < len(s) && !endOfToken(s, end+1) {
		return
	}
	for i < end {
		a, b, next := argument(s, i, end)
		if next <= i {
			return
		}
		if val := s[a:b]; len(val) > 0 && c.certain(val) && alnumOnly(val) && !c.name.Weak {
			c.add(v, out, a, b, "")
		}
		i = next
	}
}
