package detect

import (
	"jezero/redact/internal/swar"
	"jezero/redact/internal/value"
)

// What tells that a literal which is no secret word is worth no call: the tests that its
// detector would make first, on bytes that are surely there.

// otherSee is how far ahead the tests look, and otherBehind how far back.
const (
	otherSee    = 96
	otherBehind = 64
)

// seen reports whether all that the tests look at is there.
func seen(s []byte, at, to int) bool { return at >= otherBehind && to+otherSee <= len(s) }

// idleCommand: no command begins in the middle of a word.
func idleCommand(s []byte, at, to int) bool {
	return seen(s, at, to) && (s[at-1] == ':' || !begins(s, at))
}

// idleLogin: and a call that takes a user and a password is given a variable and no
// literal behind it.
func idleLogin(s []byte, at, to int) bool {
	if !seen(s, at, to) {
		return false
	}
	if s[at-1] == ':' || !begins(s, at) {
		return true
	}
	i := to
	if s[i-1] != '(' {
		if s[i] != '(' {
			return true
		}
		i++
	}
	n := swar.First(^namesIn(swar.Load(s, i)) & swar.High)
	if n == 8 {
		n += swar.First(^namesIn(swar.Load(s, i+8)) & swar.High)
	}
	if n == 0 {
		return s[i] == ')'
	}
	if n == 16 {
		return false
	}
	switch c := s[i+n]; {
	case c == ')':
		return true
	case c == ',' && s[i+n+1] == ' ':
		return !opensLiteral(s, i+n+2) && !blank(s[i+n+2])
	case c == ' ':
		return lower(s[i+n+1]) // a parameter and its type
	}
	return false
}

// idleCall: none of the arguments of a call is more than a name or a number.
func idleCall(s []byte, at, to int) bool {
	if !seen(s, at, to) {
		return false
	}
	for i := to; i < to+64; i += 8 {
		x := swar.Load(s, i)
		if n := swar.First(^(namesIn(x) | swar.Are(x, ' ') | swar.Are(x, ',')) & swar.High); n < 8 {
			return s[i+n] == ')'
		}
	}
	return false
}

// idleTyped: no call of what holds a label stands before the literal.
func idleTyped(s []byte, at, to int) bool {
	return seen(s, at, to) && (s[at-1] != ')' || s[at-2] != '(' && !quote(s[at-2]))
}

// idleLone: no run of sixteen bytes, as long as a token, begins behind the blanks.
func idleLone(s []byte, at, to int) bool {
	if !seen(s, at, to) || blank(s[to]) {
		return false
	}
	x, y := swar.Load(s, to), swar.Load(s, to+8)
	return (namesIn(x)|swar.Are(x, '+')|swar.Are(x, '/')|swar.Are(x, '='))&(namesIn(y)|swar.Are(y, '+')|swar.Are(y, '/')|swar.Are(y, '=')) != swar.High
}

// idleScheme: the scheme is the end of a word, or fewer bytes than a credential has
// stand behind it.
func idleScheme(s []byte, at, to int) bool {
	if !seen(s, at, to) {
		return false
	}
	if c := s[at-1]; c == '_' || alnum(c) && alnum(s[at-2]) && !digit(s[at-2]) {
		return true
	}
	i := to
	if s[to-1] != ' ' { // bearer
		if s[i] != ' ' {
			return !blank(s[i]) && s[i] != ':' && s[i] != '%'
		}
		i++
	}
	switch c := s[i]; {
	case blank(c), c == ':', c == '<', c == '%':
		return false
	case quote(c):
		i++
	}
	x, y := swar.Load(s, i), swar.Load(s, i+8)
	n := swar.First(^inCredential(x) & swar.High)
	if n == 8 {
		n += swar.First(^inCredential(y) & swar.High)
	}
	switch c := s[i+n]; c {
	case '~', '|':
		return false
	case '.', ':': // they may belong to it, or end the sentence
		if s[i+n+1] > ' ' {
			return false
		}
	}
	// Words are as long as credentials: what they decode to is no user and password.
	return n < 8 || n < 16 && value.DigitCount(s[i:i+n]) == 0 && !basicPair(s[i:i+n])
}

// inCredential has the bytes of x that scheme takes for a credential's wherever they stand.
func inCredential(x uint64) uint64 {
	return namesIn(x)&^swar.Are(x, '.') | swar.Are(x, '+') | swar.Are(x, '/') | swar.Are(x, '=')
}

// idleHeader: the header's name goes on, or no gap and no value stand behind it.
func idleHeader(s []byte, at, to int) bool {
	if !seen(s, at, to) {
		return false
	}
	switch c := s[to]; {
	case alnum(c), c == '_':
		return true
	case c == ' ' && lower(s[to+1]):
		// A type and = would have to follow.
		for i := to + 1; i <= to+1+typeLen; i += 8 {
			if swar.Are(swar.Load(s, i), '=') != 0 {
				return false
			}
		}
		return true
	case c == '"' || c == '\\' || c == '\'' || c == '`':
		return noGap(s, at, to, true)
	}
	return idle(s, to)
}

// idleCookie: no pair begins behind the name of the header.
func idleCookie(s []byte, at, to int) bool {
	if !seen(s, at, to) {
		return false
	}
	i := to
	for ; i < to+8; i++ {
		switch c := s[i]; c {
		case ':', ' ', '"', '\'', ',', '=':
			continue
		case '\\':
			if quote(s[i+1]) {
				continue
			}
			return false
		case ')', '&', '{', '+', '!', '%', '(', '*', '}':
			return true
		}
		break
	}
	n := 0
	for ; n < 24; n += 8 {
		x := swar.Load(s, i+n)
		if k := swar.First(^(namesIn(x) | swar.Are(x, '[') | swar.Are(x, ']') | swar.Are(x, '$')) & swar.High); k < 8 {
			n += k
			break
		}
	}
	if n == 0 || n >= 24 || s[i]|0x20 == 'v' { // value
		return false
	}
	switch c := s[i+n]; c {
	case '=', ';':
		return false
	default:
		return c < 0x80
	}
}
