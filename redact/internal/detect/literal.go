package detect

import (
	"jezero/redact/internal/byteset"
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// literal is a value as the text writes it: the offsets without its quotes.
type literal struct {
	start, end int
	quoted     bool
	closed     bool // the closing quote is there
	block      bool // several lines: triple quotes, heredoc, block scalar
	after      int  // first byte after the closing quote
	mark       byte // the quote
	level      int  // backslashes before the quote
	spelled    bool // the quotes are spelt as HTML, a URL or JSON does
	indent     int  // of a block scalar's name: deeper lines belong to it
}

// maxQuoted bounds a quoted value. A longer one goes on only while it is one
// unbroken token, else it ends at its line: an open quote must not take a
// document with it.
const maxQuoted = 16 << 10

// quotedAt reads a quoted literal at s[i], which may start with backslashes
// (a string inside of a string), be triple, or be spelt as an HTML or JSON
// escape. ok is false when no quote stands there. A literal in other quotes ends
// at the latest where the double quoted string ends that it was opened in.
func quotedAt(v *scan.View, i int) (literal, bool) {
	l, ok := readQuoted(v.Src, i)
	if ok && l.mark != '"' && !l.spelled && l.start <= len(v.Src) {
		if p := v.StringEnd(i, l.start, l.end); p >= 0 {
			l.end, l.closed, l.after = p, false, p
		}
	}
	return l, ok
}

// unquoted are the bytes that neither end a line nor are a quote.
var unquoted = byteset.Of(func(c byte) bool { return c != '\n' && !quote(c) })

// readQuoted reads the literal for itself, whatever stands around it.
func readQuoted(s []byte, i int) (literal, bool) {
	if n, q := entity(s, i); n > 0 {
		return entityQuoted(s, i, n, q), true
	}
	j := i
	for j < len(s) && s[j] == '\\' && j-i < 8 {
		j++
	}
	if j >= len(s) || !quote(s[j]) {
		return literal{}, false
	}
	q, k := s[j], j-i
	if k == 0 && j+2 < len(s) && s[j+1] == q && s[j+2] == q {
		if l, ok := tripleQuoted(s, j, q); ok {
			return l, true
		}
	}
	l := literal{start: j + 1, quoted: true, mark: q, level: k}
	limit := min(len(s), l.start+maxQuoted)
	firstBreak := -1
	for p := l.start; ; p++ {
		if p = scan.Any3(s, unquoted.Skip(s, p, limit), limit, q, '\n', '"'); p >= limit {
			break
		}
		switch c := s[p]; c {
		case q:
			b := scan.Backslashes(s[l.start:], p-l.start)
			if q == '\'' && k == 0 && b == 0 && p+1 < len(s) && s[p+1] == '\'' && p > l.start {
				p++ // '' inside of SQL, YAML and PowerShell strings
				continue
			}
			if n, ends := closes(b, k); ends {
				l.end, l.closed, l.after = p-n, true, p+1
				if firstBreak >= 0 && (firstBreak < l.end) && !multiline(s, l, firstBreak) {
					l.end, l.closed, l.after = firstBreak, false, firstBreak
				}
				return l, true
			}
		case '\n':
			if firstBreak < 0 {
				firstBreak = p
				if p > 0 && s[p-1] == '\r' {
					firstBreak--
				}
			}
			if p-l.start > 4096 {
				limit = p
			}
		case '"':
			// A string of the outer level ends inside: the inner one was cut off.
			if k > 0 && scan.Backslashes(s[l.start:], p-l.start) < k {
				l.end, l.after = p, p
				if firstBreak >= 0 {
					l.end, l.after = firstBreak, firstBreak
				}
				return l, true
			}
		}
	}
	if firstBreak < 0 && limit == l.start+maxQuoted && limit < len(s) && unbroken(s[l.start:limit]) {
		endToken(s, &l, limit)
		return l, true
	}
	l.end = limit
	if firstBreak >= 0 {
		l.end = firstBreak
	} else if e := lineEnd(s, l.start, limit-l.start); k > 0 && e < l.end {
		l.end = e
	}
	l.after = l.end
	return l, true
}

// unbroken: one token, nothing in it parts words.
func unbroken(b []byte) bool {
	for _, c := range b {
		if c <= ' ' || c == 0x7f {
			return false
		}
	}
	return true
}

// endToken sets the end of a quoted token that goes on at i: its quote, the
// first blank, or the end of the window.
func endToken(s []byte, l *literal, i int) {
	for ; i < len(s) && s[i] > ' ' && s[i] != 0x7f; i++ {
		if s[i] != l.mark && (s[i] != '"' || l.level == 0) {
			continue
		}
		b := scan.Backslashes(s[l.start:], i-l.start)
		if n, ends := closes(b, l.level); ends {
			l.end, l.closed, l.after = i-n, true, i+1
			return
		}
		if s[i] == '"' && b < l.level {
			break // the string around it ends
		}
	}
	l.end, l.after = i, i
	if l.level > 0 && i == len(s) {
		// The backslashes of a quote may stand at the end of the window.
		l.end -= scan.Backslashes(s[l.start:], i-l.start)
	}
}

// perlQuoted reads q{…}, qq(…) and the like at i.
func perlQuoted(v *scan.View, i int) (literal, bool) {
	s := v.Src
	k := i
	for k < len(s) && s[k] == 'q' && k-i < 2 {
		k++
	}
	if k == i || k >= len(s) {
		return literal{}, false
	}
	var shut byte
	switch s[k] {
	case '{':
		shut = '}'
	case '(':
		shut = ')'
	case '[':
		shut = ']'
	case '|', '/', '!':
		shut = s[k]
	default:
		return literal{}, false
	}
	for e := k + 1; e < len(s) && e-k < 200 && s[e] != '\n'; e++ {
		if s[e] == '"' && v.StringEnd(i, e, e+1) >= 0 {
			break
		}
		if s[e] == shut {
			return literal{start: k + 1, end: e, quoted: true, closed: true, after: e + 1, mark: shut}, e > k+1
		}
	}
	return literal{}, false
}

// closes reports whether a quote after b backslashes ends a string whose
// opening quote had k of them, and how many of the b belong to the quote.
// Each level of escaping halves the backslashes.
func closes(b, k int) (int, bool) {
	own := k
	for k > 0 {
		if b%2 == 0 {
			return 0, true // the string around ends here
		}
		b, k = b/2, k/2
	}
	return own, b%2 == 0
}

// multiline decides whether a quoted value may run over a line break: only
// when what follows the closing quote ends the statement, so that a stray
// quote does not pair with one of a later line.
func multiline(s []byte, l literal, firstBreak int) bool {
	if l.end-l.start > 4096 || firstBreak == l.start {
		return false
	}
	i := skipBlanks(s, l.after)
	if i < len(s) && s[i] != '\n' && s[i] != '\r' && s[i] != ',' && s[i] != ';' && s[i] != ')' && s[i] != '}' && s[i] != '#' {
		return false
	}
	// A later line that opens a string of its own shows that the quotes are paired wrongly.
	for p := firstBreak; p < l.end; p++ {
		if s[p] == '=' && p+1 < l.end+1 && p+1 < len(s) && s[p+1] == l.mark {
			return false
		}
	}
	// Lines of a secret hold no blanks but at their ends.
	words := 0
	for p := firstBreak; p < l.end; p++ {
		if blank(s[p]) && p > 0 && !space(s[p-1]) {
			words++
		}
	}
	return words <= 1
}

func tripleQuoted(s []byte, i int, q byte) (literal, bool) {
	l := literal{start: i + 3, quoted: true, block: true, mark: q}
	limit := min(len(s), l.start+maxQuoted)
	for p := l.start; p+2 < limit; p++ {
		if s[p] == q && s[p+1] == q && s[p+2] == q {
			l.end, l.closed, l.after = p, true, p+3
			trimLiteral(s, &l)
			return l, l.end > l.start
		}
	}
	for l.start < limit && space(s[l.start]) {
		l.start++
	}
	if limit < len(s) && unbroken(s[l.start:limit]) && l.start < limit {
		l.block = false
		endToken(s, &l, limit)
		return l, true
	}
	return literal{}, false
}

// trimLiteral drops white space at both ends of a block, so that its layout stays.
func trimLiteral(s []byte, l *literal) {
	for l.start < l.end && space(s[l.start]) {
		l.start++
	}
	for l.end > l.start && space(s[l.end-1]) {
		l.end--
	}
}

func entityQuoted(s []byte, i, n int, q byte) literal {
	l := literal{start: i + n, quoted: true, mark: q, spelled: true}
	limit := min(len(s), l.start+2048)
	for p := l.start; p < limit; p++ {
		if m, r := entity(s, p); m > 0 && r == q {
			l.end, l.closed, l.after = p, true, p+m
			return l
		}
		if s[p] == '\n' || s[p] == '"' {
			limit = p
		}
	}
	if limit == l.start+2048 && unbroken(s[l.start:limit]) {
		for more := swallowed(l); limit < len(s) && more.Has(s[limit]); {
			limit++
		}
	}
	l.end, l.after = limit, limit
	return l
}

// bare is how an unquoted value is delimited.
type bare struct {
	url     bool // & and # end it
	inside  byte // the quote of the string around it, which ends it
	encoded bool // %26 and %22 end it
}

// maxBare is the longest value that people write without quotes.
const maxBare = 512

// mostParts is how often what an unquoted value begins with is asked whether it
// stands for something.
const mostParts = 2

// bareAt reads an unquoted value from i to its end: a blank, a line break, a
// quote, or a separator that what follows shows to be one. Passwords hold
// punctuation, so that a comma or bracket alone proves nothing.
func bareAt(v *scan.View, i int, b bare) int {
	s := v.Src
	limit := min(len(s), i+maxBare)
	var depth [3]int
	p, parts := i, 0
	if v.Walked != nil {
		plain := &v.Walked.Plain
		p = min(plain.Skip(v, i), limit)
		for p+4 <= limit && goesOn[s[p]] && goesOn[s[p+1]] && goesOn[s[p+2]] && goesOn[s[p+3]] {
			p += 4
		}
		for p < limit && goesOn[s[p]] {
			p++
		}
		if p-i > 32 {
			plain.Saw(v, i, p)
		}
	}
	from := i + 1
walk:
	for ; p < limit; p++ {
		c := s[p]
		if goesOn[c] {
			continue
		}
		if from > 0 && p > from && v.Walked != nil && b == (bare{}) {
			if end := v.Walked.Bare[parts/mostParts].Skip(v, p); end > p {
				p = end - 1
				continue
			}
		}
		switch c {
		case '"', '`', 0x1b:
			break walk
		case '\'':
			if p == i || b.inside == c || endOfToken(s, p+1) {
				break walk
			}
		case '\\':
			if escapeEnds(s, p) {
				break walk
			}
		case '&':
			if b.url || entityAt(s, p) || pairAfter(s, p+1) || p+1 < len(s) && s[p+1] == '&' || endOfToken(s, p+1) {
				break walk
			}
		case '#':
			if b.url {
				break walk
			}
		case '%':
			if n, _ := entity(s, p); n > 0 || at(s, p, "%0a") || at(s, p, "%0d") || b.encoded && (at(s, p, "%26") || at(s, p, "%20")) {
				break walk
			}
		case '<':
			if p > i && p+1 < len(s) && (s[p+1] == '/' || alpha(s[p+1])) {
				break walk
			}
		case ';', ',', '|', '>':
			if c != '>' && (endOfToken(s, p+1) || assignmentAt(s, p+1)) {
				break walk
			}
			if c != ',' && parts < mostParts {
				sawBare(v, b, parts, from, p)
				if from > 0 {
					from = p
				}
				if parts++; standsFor(v, s[i:p]) {
					break walk
				}
			}
		case '(', '[', '{':
			depth[bracket(c)]++
			sawBare(v, b, parts, from, p)
			from = -1 // what closes depends on it
		case ')', ']', '}':
			d := bracket(c)
			depth[d]--
			if depth[d] < 0 {
				if endOfToken(s, p+1) || p+1 < len(s) && (s[p+1] == '.' || s[p+1] == '&' || c == ']' && s[p+1] == '(' || closesAt(s, p+1, new([3]int))) {
					break walk
				}
				depth[d] = 0
			}
		default:
			if c <= ' ' || c == 0x7f {
				break walk
			}
			if p > i && c == '~' && emphasisEnds(s, p) || wideEnd(s, p) {
				break walk
			}
		}
	}
	sawBare(v, b, parts, from, p)
	if p < limit {
		return p
	}
	if limit < len(s) {
		// Longer than any value people write: only an unbroken token goes on.
		walked, from := v.Known(func(w *scan.Walked) *scan.Stretch { return &w.Unbroken }), limit
		for ; ; limit++ {
			if limit = walked.Skip(v, limit); limit >= len(s) || !(bareAlphabet.Has(s[limit]) && s[limit] != '=' || escapedByte(s, limit)) {
				break
			}
		}
		if limit-from > 64 {
			walked.Saw(v, from, limit)
		}
		for n := 0; n < 2 && limit < len(s) && s[limit] == '='; n++ {
			limit++ // the padding belongs to it
		}
	}
	return limit
}

// sawBare says that nothing in s[from:p] ends an unquoted value: from is negative
// where that may depend on what the value holds before.
func sawBare(v *scan.View, b bare, parts, from, p int) {
	// At the end of what is to be seen it is not known what follows.
	if p = min(p, len(v.Src)-64); from >= 0 && p-from > 32 && v.Walked != nil && b == (bare{}) {
		v.Walked.Bare[parts/mostParts].Saw(v, from, p)
	}
}

// standsFor: a reference or placeholder, behind which no value goes on.
func standsFor(v *scan.View, b []byte) bool {
	look := v.Look(b)
	return look == value.Reference || look == value.Placeholder
}

// escapedByte: %2B or another byte of a token that a URL escapes; no quote,
// blank, control character or separator.
func escapedByte(s []byte, i int) bool {
	if i+2 >= len(s) || s[i] != '%' || !hexDigit(s[i+1]) || !hexDigit(s[i+2]) {
		return false
	}
	switch s[i+1] {
	case '2':
		return s[i+2]|0x20 == 'b' || s[i+2]|0x20 == 'd' || s[i+2]|0x20 == 'e' || s[i+2]|0x20 == 'f'
	case '3':
		return s[i+2]|0x20 == 'd' // the padding
	}
	return false
}

// goesOn has the bytes that neither end an unquoted value nor need a second look.
var goesOn = func() (t [256]bool) {
	for i := range t {
		t[i] = i > ' ' && i != 0x7f && i != 0xc2 && i != 0xe2 && i != 0xe3 && i != 0xef
	}
	for _, c := range []byte("\"`'\\&#%<>;,|()[]{}~") {
		t[c] = false
	}
	return t
}()

// endOfToken: nothing of the value follows at i.
func endOfToken(s []byte, i int) bool {
	if i >= len(s) {
		return true
	}
	switch c := s[i]; c {
	case '"', '\'', '`', ')', ']', '}', ',', ';', 0x1b, '|':
		return true
	case '\\':
		return escapeEnds(s, i)
	case '<':
		return i+1 < len(s) && (s[i+1] == '/' || s[i+1] == 'b')
	default:
		return c <= ' '
	}
}

// escapeEnds: the backslash at i starts an escaped line break, tab, quote or
// colour, or ends the line.
func escapeEnds(s []byte, i int) bool {
	j := i
	for j < len(s) && s[j] == '\\' && j-i < 8 {
		j++
	}
	if j >= len(s) {
		return true
	}
	switch s[j] {
	case 'n', 'r', 't', '"', '\'', '\n', '\r', '`':
		return true
	case 'u':
		return (at(s, j, "u00") || at(s, j, "u20")) && !escapedAlnum(s, j)
	case 'x', '0', 'e':
		return ansi(s, i) > 0
	}
	return false
}

// escapedAlnum: u0041 and the like at j, a letter or digit that JSON wrote as
// its number.
func escapedAlnum(s []byte, j int) bool {
	if !at(s, j, "u00") || j+4 >= len(s) || !hexDigit(s[j+3]) || !hexDigit(s[j+4]) {
		return false
	}
	return alnum(hexValue(s[j+3])<<4 | hexValue(s[j+4]))
}

func hexValue(c byte) byte {
	if digit(c) {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

// pairAfter: another name=value of a form body follows.
func pairAfter(s []byte, i int) bool {
	k := i
	for k < len(s) && k-i < 40 && (lower(s[k]) || s[k] == '_' || s[k] == '-') {
		k++
	}
	return k-i >= 3 && k < len(s) && s[k] == '='
}

func entityAt(s []byte, i int) bool {
	if n, _ := entity(s, i); n > 0 {
		return true
	}
	return at(s, i, "&amp;") || at(s, i, "&lt;") || at(s, i, "&gt;") || at(s, i, "&#") || at(s, i, "&nbsp;")
}

// assignmentAt: the next pair of a list begins at i: name= or name:.
func assignmentAt(s []byte, i int) bool {
	n := 0
	for i < len(s) && n < 40 && (alnum(s[i]) || s[i] == '_' || s[i] == '-' || s[i] == ' ' || s[i] == '.' || s[i] == '"') {
		i++
		n++
	}
	return n > 1 && i < len(s) && (s[i] == '=' || s[i] == ':')
}
