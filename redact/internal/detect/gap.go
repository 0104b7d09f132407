package detect

import (
	"bytes"

	"jezero/redact/internal/value"
)

// form is how a name and its value are joined.
type form uint8

const (
	formNone    form = iota
	formColon        // name: value
	formEqual        // name=value
	formSpaced       // name = value, name := value, name => value
	formCompare      // name == value
	formComma        // "name", value
	formCall         // name(value
	formTag          // <name>value
	formTable        // name | value
	formFlag         // --name value
	formBlank        // name value
	formDash         // name - value
	formIs           // name is value
	formPair         // name: NAME, value: value
	formBreak        // name, a line break, value
)

// gap is what stands between a name and its value.
type gap struct {
	form       form
	at         int  // where the value starts
	quotedName bool // the name stands in quotes
	encoded    bool // %3D for =
	typed      bool // a type stands between name and value
	broken     bool // the value stands on the next line
}

// gapAfter reads from the end of a name to the start of its value. flag says
// that the name is a command line flag. The common cases that are no
// assignment, a word followed by a blank and another word, leave first.
func gapAfter(s []byte, e int, flag bool) gap {
	var g gap
	i, ok := closers(s, e, &g)
	if !ok || i >= len(s) {
		return gap{}
	}
	j := skipDress(s, i)
	if j >= len(s) {
		return gap{}
	}
	if g.operator(s, j, i, e) {
		return g
	}
	if g.form != formNone {
		return g
	}
	switch c := s[j]; {
	case c >= 0x80 && gluedCopula(s, j) > 0:
		g.form, g.at = formIs, skipDress(s, j+gluedCopula(s, j))
	case newline(s, j) > 0:
		g.form, g.at = formBreak, j
		return g
	case j == i:
		return gap{}
	case flag:
		g.form, g.at = formFlag, j
	case c == '-' && j+1 < len(s) && blank(s[j+1]):
		g.form, g.at = formDash, skipDress(s, j+1)
	case c == 0xe2 && j+3 < len(s) && s[j+1] == 0x80 && (s[j+2] == 0x93 || s[j+2] == 0x94):
		g.form, g.at = formDash, skipDress(s, j+3)
	case c == 0xe2 && j+4 < len(s) && s[j+1] == 0x86 && s[j+2] == 0x92 && blank(s[j+3]): // an arrow
		g.form, g.at = formSpaced, skipDress(s, j+3)
	case ofWhom(s, j) > 0:
		g.form, g.at = formIs, skipDress(s, ofWhom(s, j))
	case copula(s, j) > 0:
		k := j + copula(s, j)
		for k < len(s) && (blank(s[k]) || s[k] == ':') {
			k++
		}
		g.form, g.at = formIs, k
	default:
		// Go and C put the type between name and value: name string = "x".
		if k, ok := typeThenEqual(s, j); ok {
			g.form, g.at, g.typed = formSpaced, k, true
			return g
		}
		g.form, g.at = formBlank, j
	}
	return g
}

// ofWhom is the offset behind the colon or the verb in: for admin: x, (admin): x,
// for the admin is x; 0 when nothing of the kind stands at i.
func ofWhom(s []byte, i int) int {
	if s[i] != '(' && !at(s, i, "for ") {
		return 0
	}
	for k, words := i, 0; k+1 < len(s) && k-i < 40 && words < 4; k++ {
		switch c := s[k]; {
		case c == ' ':
			words++
			if words > 1 && at(s, k+1, "is ") {
				return k + len(" is ")
			}
		case c == ':' && blank(s[k+1]):
			return k + 2
		case !nameByte(c) && c != '(' && c != ')' && c != '@' && c != '\'' && c != '/' && c != ':':
			return 0
		}
	}
	return 0
}

// copula is the length of the word that says what something is, at i.
func copula(s []byte, i int) int {
	if i >= len(s) {
		return 0
	}
	switch s[i] | 0x20 {
	case 'i', 'w', 'l', 'e', '\xc3' | 0x20:
	default:
		return 0
	}
	for _, w := range [...]string{"is ", "is:", "was ", "ist ", "lautet ", "est ", "es ", "\xc3\xa9 "} {
		if at(s, i, w) {
			return len(w) - 1
		}
	}
	return 0
}

// gluedCopula is the same for languages that write no blank before it.
func gluedCopula(s []byte, i int) int {
	if i >= len(s) || s[i] < 0xe3 || s[i] > 0xe7 {
		return 0
	}
	for _, w := range [...]string{"是", "为", "為", "は"} {
		if at(s, i, w) {
			return len(w)
		}
	}
	return 0
}

// closers skips what may close a name: quotes, brackets, Markdown marks.
func closers(s []byte, i int, g *gap) (int, bool) {
	for n := 0; i < len(s) && n < 10; n++ {
		switch c := s[i]; c {
		case '"', '\'', '`':
			g.quotedName = true
			i++
		case ']', '}', '*':
			i++
		case '?', '!':
			if i+1 < len(s) && (s[i+1] == ':' || c == '?' && s[i+1] == '=' || c == '!' && s[i+1] == '=') {
				if s[i+1] == '=' {
					return i, true
				}
				i++
				continue
			}
			return i, c == '?' || c == '!'
		case '[':
			if value.RedactedLen(s[i:min(len(s), i+90)]) > 0 {
				return i, g.quotedName // a placeholder is no index
			}
			// An array of characters, or an index: name[32], name[].
			k := i + 1
			for k < len(s) && k-i < 24 && s[k] != ']' && s[k] > ' ' && s[k] != '"' {
				k++
			}
			if k >= len(s) || s[k] != ']' {
				return i, true
			}
			i = k + 1
		case '\\', '&', '%':
			if m, _ := entity(s, i); m > 0 {
				g.quotedName = true
				i += m
				continue
			}
			k := i
			for c == '\\' && k < len(s) && s[k] == '\\' && k-i < 8 {
				k++
			}
			if k > i && k < len(s) && quote(s[k]) {
				g.quotedName = true
				i = k + 1
				continue
			}
			return i, true
		default:
			if m := ansi(s, i); m > 0 {
				i += m
				continue
			}
			return i, true
		}
	}
	return i, true
}

// operator reads the operator at j. i is where the blanks before it start, e
// the end of the name.
func (g *gap) operator(s []byte, j, i, e int) bool {
	k := 0 // length of the operator
	switch c := s[j]; c {
	case ':':
		n := j
		for n < len(s) && s[n] == ':' && n-j < 4 {
			n++
		}
		switch {
		case n < len(s) && s[n] == '=':
			g.form, k = formSpaced, n+1-j
		case n-j > 1, g.quotedName && j > i && n < len(s) && alpha(s[n]):
			return false // type="password" :placeholder="…"
		default:
			g.form, k = formColon, 1
		}
	case '=':
		n := j
		for n < len(s) && s[n] == '=' && n-j < 3 {
			n++
		}
		switch {
		case n-j > 1:
			g.form, k = formCompare, n-j
		case n < len(s) && s[n] == '>':
			g.form, k = formSpaced, 2
		case n < len(s) && s[n] == '~':
			return false
		default:
			g.form, k = formEqual, 1
		}
	case '!', '?', '+', '.', '|', '<', '-', '~', '^':
		n := j + 1
		if c == '.' && j > i && dottedPair(s, n, e) {
			g.form, k = formSpaced, 1
			break
		}
		if c == '|' && n < len(s) && s[n] == '|' {
			n++
		}
		if n < len(s) && (s[n] == '=' || (c == '-' || c == '~' || c == '^') && s[n] == '>' || c == '<' && s[n] == '-') {
			g.form, k = formSpaced, n+1-j
			if c == '<' && s[n] == '=' {
				g.form = formCompare
			}
			if c == '!' {
				g.form = formCompare
				for j+k < len(s) && s[j+k] == '=' && k < 4 {
					k++
				}
			}
			if c == '-' && j == i { // ->: a member
				g.form, k = formNone, 0
				return false
			}
			break
		}
		if c == '|' && (j > i || j+1 < len(s) && blank(s[j+1])) {
			g.form, g.at = formTable, skipDress(s, j+1)
			return true
		}
		return false
	case ',':
		if !g.quotedName {
			return false
		}
		g.form, k = formComma, 1
	case '(':
		if j != e {
			return false
		}
		g.form, g.at = formCall, skipBlanks(s, j+1)
		return true
	case '>':
		g.form, g.at = formTag, j+1
		return true
	case '{':
		return g.brace(s, j, e)
	case '&':
		if at(s, j, "&#61;") {
			g.form, g.at = formEqual, j+5
			return true
		}
		if !at(s, j, "&gt;") || j != e {
			return false
		}
		g.form, g.at = formEqual, j+4 // an element whose brackets are escaped
		return true
	case 0xef: // a full-width colon or equals sign
		switch {
		case at(s, j, "\xef\xbc\x9a"):
			g.form, k = formColon, 3
		case at(s, j, "\xef\xbc\x9d"):
			g.form, k = formEqual, 3
		default:
			return false
		}
	case '%':
		if !at(s, j, "%3d") && !at(s, j, "%3a") {
			return false
		}
		g.form, k, g.encoded = formEqual, 3, true
	case '\\':
		if !at(s, j, "\\u003d") {
			return false
		}
		g.form, k = formEqual, 6
	default:
		return false
	}
	end := j + k
	p := skipDress(s, end)
	if g.form == formEqual && (j > i || p > end) {
		g.form = formSpaced
	}
	if g.form == formColon {
		p = afterColon(s, p, g)
		if p > end && p+1 < len(s) && s[p] == '|' && blank(s[p+1]) { // | Password: | x |
			g.form, g.at = formTable, skipDress(s, p+1)
			return true
		}
	}
	if n := newline(s, p); n > 0 && p > 0 {
		// The value may stand on the next line when it is quoted there.
		q := p + n
		for m := 0; q < len(s) && m < 80 && (space(s[q]) || s[q] == '\\' && newline(s, q) > 0); m++ {
			q++
		}
		if q < len(s) && quote(s[q]) && g.form != formComma || q < len(s) && quote(s[q]) && g.form == formComma {
			p, g.broken = q, true
		}
	} else if p < len(s) && s[p] == '\\' && p+1 < len(s) && s[p+1] == '\n' {
		if q := skipBlanks(s, p+2); q < len(s) && quote(s[q]) {
			p, g.broken = q, true
		}
	}
	g.at = p
	return true
}

// dottedPair: (name . "value") of Lisp. i is behind the dot, e the end of the name.
func dottedPair(s []byte, i, e int) bool {
	if i+1 >= len(s) || !blank(s[i]) || !quote(s[skipBlanks(s[:len(s)-1], i)]) {
		return false
	}
	k := nameBegin(s, e)
	for n := 0; n < 2 && k > 0 && (s[k-1] == ':' || s[k-1] == '"'); n++ {
		k--
	}
	return k > 0 && s[k-1] == '('
}

// afterColon skips what may stand between a colon and the value: Markdown
// marks that close the name, YAML tags and anchors, a type with = after it.
func afterColon(s []byte, p int, g *gap) int {
	k := p
	for k < len(s) && s[k] == '*' && k-p < 3 {
		k++
	}
	if k+2 < len(s) && s[k] == '<' && s[k+1] == '/' {
		// <b>Password:</b> value
		for k < len(s) && k-p < 16 && s[k] != '>' {
			k++
		}
		if k < len(s) && s[k] == '>' {
			return skipDress(s, k+1)
		}
	}
	if k > p && k < len(s) && blank(s[k]) {
		p = skipDress(s, k)
	}
	if q, ok := typeThenEqual(s, p); ok {
		g.form, g.typed = formSpaced, true
		return q
	}
	for p < len(s) && (s[p] == '!' || s[p] == '&') {
		k := p + 1
		if s[p] == '!' && k < len(s) && s[k] != '!' || s[p] == '&' && k < len(s) && !alpha(s[k]) {
			break
		}
		for k < len(s) && k-p < 40 && (alnum(s[k]) || s[k] == '!' || s[k] == '_' || s[k] == '-') {
			k++
		}
		if k >= len(s) || !blank(s[k]) {
			break
		}
		p = skipBlanks(s, k)
	}
	return p
}

// typeLen is how long the name of a type may be, with what is around it.
const typeLen = 48

// typeThenEqual: a type's name and then = and a value.
func typeThenEqual(s []byte, i int) (int, bool) {
	if bytes.IndexByte(s[i:min(len(s), i+typeLen+1)], '=') < 0 {
		return 0, false
	}
	k := i
	letters, words := 0, 0
	for k < len(s) && k-i < typeLen {
		c := s[k]
		if alnum(c) || c == '_' || c == '.' || c == '&' || c == '\'' || c == '<' || c == '>' || c == '[' || c == ']' || c == '(' || c == ')' || c == '?' || c == '*' || c == ':' {
			letters++
			k++
			continue
		}
		if blank(c) && letters > 0 && words < 2 {
			words++
			k++
			continue
		}
		break
	}
	if letters == 0 || k >= len(s) || s[k] != '=' || !alpha(s[i]) && s[i] != '&' && s[i] != '*' && s[i] != '[' {
		return 0, false
	}
	if k+1 >= len(s) || !blank(s[k+1]) && !quote(s[k+1]) || k == i || !blank(s[k-1]) {
		return 0, false
	}
	return skipBlanks(s, k+1), true
}

// brace: name{"value"} of C++, and the accessors of a C# property before its =.
func (g *gap) brace(s []byte, j, e int) bool {
	if k := skipBlanks(s, j+1); j == e && k < len(s) && s[k] == '"' {
		g.form, g.at = formComma, k
		return true
	}
	if !at(s, skipBlanks(s, j+1), "get;") {
		return false
	}
	k := j
	for k < len(s) && k-j < 60 && s[k] != '}' && s[k] != '\n' {
		k++
	}
	if k >= len(s) || s[k] != '}' {
		return false
	}
	k = skipBlanks(s, k+1)
	if k >= len(s) || s[k] != '=' {
		return false
	}
	g.form, g.at = formSpaced, skipBlanks(s, k+1)
	return true
}
