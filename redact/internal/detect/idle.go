package detect

// What stands behind a name decides most of the time that no value follows. The
// tests here are those of gapAfter and of what reads on from there, asked
// before the name is looked at, which costs more.

// idleSee is how far behind a word idleWord looks.
const idleSee = 48

// idleWord says of a secret word what stands in nearly every line of a session's
// log, and costs a detector much more to throw out: the start of another word, a
// number of tokens, the UUID that names a session.
func idleWord(s []byte, from, to int) bool {
	if to+idleSee > len(s) || from == 0 {
		return false
	}
	first, c := s[from], s[to]
	if !alnum(first) || !alnum(s[to-1]) {
		return false // a literal with the byte beside the word
	}
	switch {
	case c == '"' && to-from == len("sessionid"):
		return s[to+1] == ':' && sessionUUID(s, to+2)
	case c == 's' && first|0x20 == 't' && s[from-1] == '_':
		return counted(s, to+1)
	case lower(c) && runsOn(s, to):
		return true
	}
	return !wordBoundary(s, from, to)
}

// longestTail is what follows an anchor in the longest of the words that hold a
// secret, author-ization, and its plural.
const longestTail = 12

// runsOn reports whether more small letters stand at s[to] than belong to the word
// that begins before: if a name ends behind them, it has a word there.
func runsOn(s []byte, to int) bool {
	for i := to; i < to+longestTail; i++ {
		if !lower(s[i]) {
			return false
		}
	}
	return true
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
	for digit(s[i]) && i-e < 16 {
		i++
	}
	return i > e+2 && (s[i] == ',' || s[i] == '}')
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
// a list, a column, a comparison with the literal before it. Names of two words
// are not looked at.
func aside(s []byte, start, e int) bool {
	if e >= len(s) || s[e] == '<' || start < 2 || e+64 > len(s) {
		return false
	}
	switch s[start-1] {
	case ' ':
		if afterEqual(s, start) {
			return false
		}
		b, far := afterCell(s, e)
		return b == 0 && !far
	case '<', '{', '/':
		return false
	}
	return !inColumn(s, start, e)
}

// afterEqual: "= " stands before the name at start, or before the word before it.
func afterEqual(s []byte, start int) bool {
	if start < 2 || s[start-1] != ' ' {
		return false
	}
	k := wordBefore(s, start)
	return s[start-2] == '=' || k > 1 && s[k-1] == ' ' && s[k-2] == '='
}

// wordBefore is where the word begins that ends before the blank at s[start-1].
func wordBefore(s []byte, start int) int {
	k := start - 1
	for k > 0 && start-k < 24 && kinds[s[k-1]]&isWord != 0 {
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
