package detect

import (
	"jezero/redact/internal/name"
	"jezero/redact/internal/swar"
)

// What stands behind a name decides most of the time that no value follows. The
// tests here are those of gapAfter and of what reads on from there, asked
// before the name is looked at, which costs more.

// idleSee is how far behind a word idleWord looks: over the rest of a name, and a call
// whose result it is given.
const idleSee = maxRight + maxCallee + maxCall + 24

// idleWord says of a secret word what stands in nearly every line of a session's
// log or of source, and costs a detector much more to throw out: the start of
// another word, a number of tokens, the UUID that names a session, a name whose last
// word is no secret, a name that no value can follow.
func idleWord(s []byte, from, to int) bool {
	if to+idleSee > len(s) || from < maxLeft+4 { // the name may begin before the view
		return false
	}
	// Some literals carry the byte beside the word, to be rarer.
	for !alnum(s[from]) && s[from] < 0x80 {
		from++
	}
	for !alnum(s[to-1]) && s[to-1] < 0x80 {
		to--
	}
	first, c, before := s[from], s[to], s[from-1]
	if (first|s[to-1])&0x80 != 0 {
		return false
	}
	switch {
	case c == '"' && to-from == len("sessionid"):
		return s[to+1] == ':' && sessionUUID(s, to+2)
	case c == 's' && first|0x20 == 't' && before == '_' && counted(s, to+1):
		return true
	case !wordBoundary(s, from, to), lower(c) && runsOn(s, to):
		return true
	}
	e := nameEnd(s, to)
	if s[e] >= 0x80 && e < to+maxRight {
		return false
	}
	for e > to && (s[e-1] == '.' || s[e-1] == '-') {
		e--
	}
	if e > to {
		if e > to+16 && mayHang(s, to, e) {
			return false
		}
		if !secretEnd(s, from, to, e) && name.Ends(s[from-2:e]) {
			return true
		}
	}
	if !barren(s, from, to, e) {
		return false
	}
	if before != ' ' {
		return true
	}
	start, _ := asBefore(s, from)
	return start < 0
}

// secretEnd: the name ends with the plural of the word s[from:to], or with password: the
// last word is a secret one.
func secretEnd(s []byte, from, to, e int) bool {
	return e == to+1 && s[to]|0x20 == 's' || e == to+4 && s[from]|0x20 == 'p' && at(s, to, "word")
}

// nameEnd is where the name goes on to, in ASCII, that has a word up to to.
func nameEnd(s []byte, to int) int {
	e := to
	for ; e < to+maxRight; e += 8 {
		if k := swar.First(^namesIn(swar.Load(s, e)) & swar.High); k < 8 {
			return e + k
		}
	}
	return e
}

// mayHang: a value that glued looks at may hang on the name that goes on from to to e.
func mayHang(s []byte, to, e int) bool {
	if s[to] != '-' && s[to] != '_' {
		return false
	}
	i := e
	for i > to && (alnum(s[i-1]) || s[i-1] == '_' && s[to] == '-') {
		i--
	}
	return e-i >= 20 || e-to > 36
}

// barren reports whether no value stands behind the name that ends at e, as the bytes
// there tell. The word that ends it is s[from:to], with more of the name behind it.
func barren(s []byte, from, to, e int) bool {
	switch c := s[e]; c {
	case ';', '/':
		return true
	case ' ':
		k := e + 1
		switch s[k] {
		case ':', '=', '!':
			if !plainOperation(s, k, phrased(s, from, to)) {
				return false
			}
		case '%':
			if start := nameBegin(s, from); !plainVerb(s, k) || s[start] == '-' || s[start-1] == '<' {
				return false
			}
		case '{':
			start := nameBegin(s, from)
			return (lower(s[from]) || !environment(s, start)) && s[start-1] != '<' && noFields(s, k) && !compared(s, start)
		default:
			start := nameBegin(s, from)
			if !plainNext(s, k) {
				return s[start-1] != '<' && plainlyIs(s, e) && !phrased(s, from, to) && !compared(s, start)
			}
			return s[start] != '-' && e-start < maxLeft && !announces(s, from) && !directs(s, start, e)
		}
	case ':':
		if phrased(s, from, to) || s[e+1] != ' ' || !plainMember(s, e+2) {
			return false
		}
	case '=':
		if !onlyRedacted(s, e+1, formEqual) {
			return false
		}
	case ',', '}', ']', '[', '"', '\'', '`', '{', '\n', '\r', '\\':
		start, flag := nameStart(s, from)
		return !flag && noGap(s, start, e, phrased(s, from, to)) && aside(s, start, e)
	default:
		if !idle(s, e) {
			return false
		}
	}
	if before := s[from-1]; before != ' ' && !nameByte(before) {
		return true // nor is it compared
	}
	start, _ := nameStart(s, from)
	return !compared(s, start)
}

// phrased: the name that holds s[from:to] may be that of a phrase, whose value is words.
func phrased(s []byte, from, to int) bool {
	switch s[to] | 0x20 {
	case 'p', 'm':
		return true
	}
	return s[from]|0x20 == 'm' || s[from+1]|0x20 == 'h'
}

// noGap reports whether gapAfter sees no gap behind the name s[start:e] with what closes
// it, or one that no value is behind. phrase says that words may be one.
func noGap(s []byte, start, e int, phrase bool) bool {
	k, quoted := e, false
closers:
	for range 4 {
		switch s[k] {
		case '}', ']':
		case '[':
			n := indexEnd(s, k)
			if n == 0 {
				return false
			}
			k = n
		case '\\':
			if s[k+1] != '"' {
				break closers
			}
			k++
			fallthrough
		case '"', '\'', '`':
			quoted = true
		default:
			break closers
		}
		k++
	}
	switch c := s[k]; c {
	case ')', ';':
		return true
	case ',':
		return !quoted
	case '.', '+':
		return s[k+1] != '='
	case '{':
		return alpha(s[k+1]) && !at(s, k+1, "get;")
	case ' ':
		if s[k+1] == '{' {
			return noFields(s, k+1) && !environment(s, start)
		}
		return !quoted && plainOperation(s, k+1, phrase)
	case '\n', '\r', '\\':
		n := newline(s, k)
		if n > 0 && quoted {
			return !inField(s, start)
		}
		return n > 0 && nothingBelow(s, start, k+n)
	default:
		return k > e && alnum(c)
	}
}

// indexEnd is where the bracket stands that closes the one at i, with an index between, or
// 0.
func indexEnd(s []byte, i int) int {
	for k := i + 1; k < i+24; k++ {
		switch c := s[k]; {
		case c == ']':
			return k
		case c <= ' ', c == '"':
			return 0
		}
	}
	return 0
}

// longestTail is what follows an anchor in the longest of the words that hold a
// secret, author-ization, and its plural.
const longestTail = 12

// runsOn reports whether more small letters stand at s[to] than belong to the word
// that begins before: if a name ends behind them, it has a word there.
func runsOn(s []byte, to int) bool {
	return swar.Between(swar.Load(s, to), 'a', 'z')&swar.Between(swar.Load(s, to+longestTail-8), 'a', 'z') == swar.High
}

// counted reports whether the name that ends at e is that of a member whose value
// is a number.
func counted(s []byte, e int) bool {
	if s[e] == '\\' {
		e++
	}
	if s[e] != '"' || s[e+1] != ':' {
		return false
	}
	i := e + 2
	n := digits(s[i:])
	if n == 8 {
		n += digits(s[i+8:])
	}
	i += n
	return n > 0 && n <= 14 && (s[i] == ',' || s[i] == '}')
}

// digits is how many of the first eight bytes of s are digits before one that is none.
func digits(s []byte) int {
	return swar.First(^swar.Between(swar.Load(s, 0), '0', '9') & swar.High)
}

// idle reports whether no gap between a name, which ends at e, and a value can
// begin there: a call of something that takes no literal, a member, a bracket
// that closes, the middle of a word.
func idle(s []byte, e int) bool {
	if e+4 > len(s) {
		return false
	}
	switch gaps[s[e]] {
	case gapNone:
		return true
	case gapWithEqual:
		return s[e+1] != '=' && s[e+1] != '>'
	case gapCall:
		// A call is read on when a literal begins directly behind its bracket.
		k := skipBlanks(s, e+1)
		return k+3 <= len(s) && !opensLiteral(s, k)
	}
	return false
}

// aside reports whether no gap stands behind the name s[start:e], as gapAfter says,
// and what else could make it hold a value does not either: an element, a pair of
// a list, a column, a comparison with the literal before it.
func aside(s []byte, start, e int) bool {
	if e >= len(s) || s[e] == '<' || start < 2 || e+64 > len(s) {
		return false
	}
	column := start
	switch s[start-1] {
	case ' ':
		// The name may have another word before it.
		if compared(s, start) {
			return false
		}
		column = wordBefore(s, start)
	case '<', '{', '/':
		return false
	}
	return !inColumn(s, start, e) && (column == start || !inColumn(s, column, e)) || noHeading(s, e)
}

// noHeading reports whether the line from e on holds what the heading of no table does.
func noHeading(s []byte, e int) bool {
	for i := e; i < e+56; i += 8 {
		x := swar.Load(s, i)
		if n := swar.First(^(namesIn(x) | swar.Are(x, ' ') | swar.Are(x, ',') | swar.Are(x, '"')) & swar.High); n < 8 {
			switch s[i+n] {
			case '|', ';', '\t', '\n', '\r', '\\':
				return false
			}
			return true
		}
	}
	return false
}

// compared: "== " or "!= " stands before the name at start, or before the word before
// it: a literal there may be its value.
func compared(s []byte, start int) bool {
	if start < 3 || s[start-1] != ' ' {
		return false
	}
	k := wordBefore(s, start)
	return comparison(s, start) || k < start-1 && comparison(s, k)
}

// comparison: "== " or "!= " ends before i.
func comparison(s []byte, i int) bool {
	return i > 2 && s[i-1] == ' ' && s[i-2] == '=' && (s[i-3] == '=' || s[i-3] == '!')
}

// wordBefore is where the word begins that ends before the blank at s[start-1].
func wordBefore(s []byte, start int) int {
	k := start - 1
	if k >= 32 {
		low := k - 23
		for ; k > low; k -= 8 {
			if n := swar.BehindLast(^wordsIn(swar.Load(s, k-8)) & swar.High); n < 8 {
				return max(k-n, low)
			}
		}
		return low
	}
	for k > 0 && kinds[s[k-1]]&isWord != 0 {
		k--
	}
	return k
}

// opensLiteral: a quote, however spelt, may stand at k, behind a prefix of a
// literal perhaps, or Perl's q.
func opensLiteral(s []byte, k int) bool {
	switch c := s[k]; {
	case quote(c), c == '\\', c == '&', c == '%', c == '<', c == 'q':
		return true
	case alpha(c), c == '@', c == '$', c == '#', c == '8':
		return quote(s[k+1]) || quote(s[k+2])
	}
	return false
}

const (
	gapOpen      = iota // a gap may begin with the byte
	gapNone             // none does
	gapWithEqual        // one does when = or > follows
	gapCall             // an opening bracket
)

var gaps = func() (t [256]uint8) {
	for i := range t {
		if nameByte(byte(i)) && i < 0x80 {
			t[i] = gapNone
		}
	}
	for _, c := range []byte(")/@#$") {
		t[c] = gapNone
	}
	for _, c := range []byte(".+-~^") {
		t[c] = gapWithEqual
	}
	t['('] = gapCall
	return t
}()
