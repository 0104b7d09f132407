package detect

import (
	"jezero/redact/internal/swar"
	"jezero/redact/internal/value"
)

// What stands behind a name and is no value, as a few bytes of it tell.

// plainlyIs: "is" and a word of small letters stand behind the name that ends at e, which
// is no phrase.
func plainlyIs(s []byte, e int) bool {
	if s[e-1]|0x20 == 'e' || s[e-1]|0x20 == 'c' || !at(s, e, " is ") {
		return false
	}
	i := e + len(" is ")
	switch s[i] {
	case 'a', 'b', 'd', 'k', 's', 't':
		return false // a scheme, perhaps, and the value behind it
	}
	k := i
	for k < i+16 && lower(s[k]) {
		k++
	}
	return k > i && s[k] == ' '
}

// noFields reports whether nested finds nothing in the braces at i, and no property has
// its value behind them: the first word in them names no field.
func noFields(s []byte, i int) bool {
	k := i + 1
	for k < i+16 && (space(s[k]) || newline(s, k) > 0) {
		k += max(1, newline(s, k))
	}
	for k < i+24 && (s[k] == '\\' && newline(s, k) == 0 || blank(s[k])) {
		k++
	}
	w := k
	for k < w+24 && (alnum(s[k]) || s[k] == '_' || s[k] == '$') {
		k++
	}
	return k > w && !at(s, w, "get;") && !listed(s[w:k], innerFields[:]) && !listed(s[w:k], otherFields[:])
}

// nothingBelow reports whether nextLine finds nothing in the line at i, below the name
// that begins at start: it closes a block, is indented by a tab that is escaped, or
// begins with no token.
func nothingBelow(s []byte, start, i int) bool {
	switch i = skipBlanks(s[:i+32], i); s[i] {
	case '}', ')', ']':
		return true
	case '\\':
		return s[i+1] == 't' && !at(s, i+1, "type")
	case '\n', '\r':
		return false // it is empty
	}
	return !inField(s, start) && noToken(s, i)
}

// noToken: a word of fewer than eight bytes begins at i, or one of letters.
func noToken(s []byte, i int) bool {
	x := swar.Load(s, i)
	if swar.Blanks(x) != 0 {
		return true
	}
	n := swar.First(^(swar.Letters(x) | swar.Are(x, '_')) & swar.High)
	if n == 8 {
		x = swar.Load(s, i+8)
		n += swar.First(^(swar.Letters(x) | swar.Are(x, '_')) & swar.High)
	}
	return n < 16 && (s[i+n] <= ' ' || notInTokens[s[i+n]])
}

// plainOperation: what stands at k, behind a blank, assigns to the name before or
// compares it, and what is behind it is no value. phrase says that words are one.
func plainOperation(s []byte, k int, phrase bool) bool {
	switch {
	case s[k] == '=' && s[k+1] == ' ':
		k += 2
	case s[k] == ':' && s[k+1] == '=' && s[k+2] == ' ':
		k += 3
	case (s[k] == '=' || s[k] == '!') && s[k+1] == '=' && s[k+2] == ' ':
		return !phrase && plainlyCompared(s, k+3)
	default:
		return false
	}
	return plainCall(s, k) || !phrase && plainWord(s, k)
}

// plainlyCompared: a name of fewer bytes than what is generated stands at i.
func plainlyCompared(s []byte, i int) bool {
	n := swar.First(^namesIn(swar.Load(s, i)) & swar.High)
	if n == 8 {
		n += swar.First(^namesIn(swar.Load(s, i+8)) & swar.High)
	}
	return n > 0 && n < 16 && (s[i+n] == ' ' || s[i+n] == '\n') && !goesBehind(s, i, i+n)
}

// plainWord: a name that does not look generated stands at i, as a variable or the first
// word of an expression does, and no literal is the alternative.
func plainWord(s []byte, i int) bool {
	end := spelt(s, i)
	if end == i || s[end] != '\n' && (s[end] != ' ' || goesBehind(s, i, end) || !noFallback(s, i)) {
		return false
	}
	return plainName(s, i, end)
}

// plainName reports whether value.Of takes what is spelt in s[i:end] for a word, an
// identifier or less.
func plainName(s []byte, i, end int) bool {
	return end-i < 12 && end == i+smalls(s, i) || value.Score(s[i:end]) < leastOdd
}

// leastOdd is the least score of what may be likely, or no identifier.
const leastOdd = 6

// spelt is where what is spelt with letters at i ends, i when that is too far.
func spelt(s []byte, i int) int {
	if !alpha(s[i]) {
		return i
	}
	for k := i; k < i+32; k += 8 {
		x := swar.Load(s, k)
		if n := swar.First(^(swar.Letters(x) | swar.Are(x, '_') | swar.Are(x, '.')) & swar.High); n < 8 {
			return k + n
		}
	}
	return i
}

// goesBehind: what stands behind the word s[i:end] may be the value: it is a scheme, or
// makes something of a literal.
func goesBehind(s []byte, i, end int) bool {
	return authScheme(s, i, end+64) > 0 || at(s, end-3, "new")
}

// plainMember: behind a colon and a blank, the value at i of a member is a small word
// or name that a comma or bracket ends, or a verb of a format.
func plainMember(s []byte, i int) bool {
	if s[i] == '%' {
		return plainVerb(s, i) && noFallback(s, i)
	}
	end := spelt(s, i)
	if end == i || s[end] != ',' && s[end] != '}' {
		return false
	}
	return endOfToken(s, end+1) && plainName(s, i, end) && noFallback(s, i)
}

// smalls is how many small letters stand at i, or 16.
func smalls(s []byte, i int) int {
	n := swar.First(^swar.Between(swar.Load(s, i), 'a', 'z') & swar.High)
	if n == 8 {
		n += swar.First(^swar.Between(swar.Load(s, i+8), 'a', 'z') & swar.High)
	}
	return n
}

// plainVerb: a verb of a format stands at i, as %s, and hardly anything with it.
func plainVerb(s []byte, i int) bool {
	if !lower(s[i+1]) {
		return false
	}
	switch s[i+2] {
	case ' ', '"', '\n':
		return true
	case ',', ':', ';', '.':
		return s[i+3] == ' '
	case '\\':
		return s[i+3] == '"' || s[i+3] == 'n'
	}
	return false
}

// noFallback reports whether fallback finds none from i on: nothing that joins a literal
// stands before the end of the line.
func noFallback(s []byte, i int) bool {
	for end := i + maxCall; i < end; i += 8 {
		x, before := swar.Load(s, i), swar.Load(s, i-1)
		ends := swar.Are(x, '\n') | swar.Are(x, ';') | swar.Are(x, '\\') | swar.Are(x, '#')
		joins := swar.Are(before, ' ') & (swar.Are(x, '|') | swar.Are(x, '?') | swar.Are(x, 'o'))
		if m := ends | joins; m != 0 {
			return ends&m&-m != 0
		}
	}
	return true
}

// plainCall: at i something is called, and no literal that could be a value stands
// among what it is called with, nor behind an operator after it.
func plainCall(s []byte, i int) bool {
	if !alpha(s[i]) || s[i] == 'q' {
		return false
	}
	k := i
	for k < i+maxCallee && inCallee[s[k]] {
		k++
	}
	if s[k] != '(' {
		return false
	}
	for p := i; p < k+maxCall; p++ {
		c := s[p]
		if inFallback[c] == 0 && !inCall[c] {
			continue
		}
		switch c {
		case '\n', ';':
			return true
		case '|', '?', 'o':
			if s[p-1] == ' ' {
				return false
			}
		case '\\':
			if newline(s, p) > 0 {
				return true
			}
			if !quote(s[p+1]) {
				continue
			}
			fallthrough
		case '"', '\'', '`':
			if p = shortLiteral(s, p); p < 0 {
				return false
			}
		}
	}
	return true
}

const (
	maxCallee = 32
	maxCall   = 120 // as far as wrappedLiteral looks
)

// shortLiteral is where the literal at i ends, with its last byte, when it is too short
// to be generated and of letters, digits and a few marks; else it is negative.
func shortLiteral(s []byte, i int) int {
	escaped := s[i] == '\\'
	if escaped {
		i++
	}
	q, k := s[i], i+1
	for k < i+16 && (kinds[s[k]]&isWord != 0 || s[k] == ' ' || s[k] == '%' || s[k] == '.' || s[k] == ':') {
		k++
	}
	if escaped {
		if s[k] != '\\' {
			return -1
		}
		k++
	}
	if s[k] != q || s[k+1] == q {
		return -1
	}
	return k
}

// plainNext: a word begins at i of which promising promises nothing: fewer than
// twelve bytes without a digit, a = or a hump, and a space behind them; or a bracket that
// says nothing of whose it is.
func plainNext(s []byte, i int) bool {
	for end := i + 24; i < end && s[i] == ' '; {
		i++
	}
	if s[i] == '(' {
		return ofWhom(s, i) == 0
	}
	switch c := s[i]; c | 0x20 {
	case 'i', 'a', 'w', 'l', 'e', 'f':
		switch s[i+1] | 0x20 {
		case 's', 'a', 'o':
			if at(s, i, "is") || at(s, i, "as ") || copula(s, i) > 0 || ofWhom(s, i) > 0 {
				return false
			}
		}
	default:
		if !alpha(c) {
			return false
		}
	}
	k := i + 1
	x := swar.Load(s, k)
	m := unlikeWord(x)
	if m == 0 {
		k += 8
		x = swar.Load(s, k)
		m = unlikeWord(x)
	}
	k += swar.First(m)
	if k > i+11 || !space(s[k]) {
		return false
	}
	end := k + 16
	for k < end && blank(s[k]) {
		k++
	}
	return k < end && s[k] != '='
}

// unlikeWord has the bytes of x that end a word or tell it from one of prose.
func unlikeWord(x uint64) uint64 {
	return swar.Blanks(x) | swar.Digits(x) | swar.Between(x, 'A', 'Z') | swar.Are(x, '=')
}
