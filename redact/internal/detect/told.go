package detect

import (
	"bytes"

	"jezero/redact/internal/byteset"
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// toldBehind reports whether one blank and then a token that its shape tells, or a
// placeholder of ours, stand behind the name that ends at e, and nothing else
// there or before the name makes it hold another value: then whatever the name
// says, no more is found. This is what promising, gapAfter, find and what follows
// them would say, asked before the name is looked at. s[from] begins the word that
// ends the name.
func toldBehind(v *scan.View, from, e int) bool {
	s, i := v.Src, e+1
	if i+8 > len(s) || s[e] != ' ' || s[e-1]|0x20 == 'w' {
		return false
	}
	end := 0
	switch c := s[i]; {
	case c == '[':
		if end = redactedAlone(v, i); end == 0 {
			return false
		}
	case c == 'q' || !alnum(c) || s[i+2] == ':' || v.Tokens == nil:
		return false // q(x) of Perl, is: x
	default:
		end = v.Tokens.TokenEnd(v.Base+i) - v.Base
		if !endsToken(s, i, end) || !unparted(s, i, end) || !numbers(s, i, end) || tagged(s, i) {
			return false
		}
	}
	if mayBeType(s, i, end) {
		return false
	}
	start, flag := nameStart(s, from)
	if start < 2 || flag && s[i] == '[' {
		return false
	}
	switch s[start-1] {
	case '<', '/':
		return false
	case ' ':
		return nameAlone(s, start)
	}
	return true
}

// toldWord is scan.Told for the names that word looks at: what asName and toldBehind
// say of the commonest of them, one with a blank before it.
func toldWord(s []byte, from, e, end int) bool {
	i := e + 1
	if from <= asMore || s[from-1] != ' ' || i+8 > len(s) || s[e-1]|0x20 == 'w' {
		return false
	}
	if s[i] == '[' {
		if end+3 >= len(s) || !endsRedacted(s, end) || mayBeType(s, i, end) {
			return false
		}
	} else if s[i] == 'q' || !alnum(s[i]) || s[i+2] == ':' || !endsToken(s, i, end) || !plainToken(s, i, end) {
		return false
	}
	if from >= asSeen+asMore {
		as, blanks, joined := asAmong(s[from-asSeen-asMore : from])
		if !as && blanks > asWords && !joined {
			return true
		}
	}
	start, _ := asBefore(s, from)
	return start < 0 && nameAlone(s, from)
}

// nameAlone: nothing joins the name at start, or the word before it, to what is before
// them. A blank stands before the name.
func nameAlone(s []byte, start int) bool {
	k := wordBefore(s, start)
	return s[start-2] != '=' && (k == 0 || s[k-1] != '/' && (k < 2 || s[k-1] != ' ' || s[k-2] != '='))
}

// endsToken: the token s[i:end] ends where bareAt sees its end, and begins no literal.
func endsToken(s []byte, i, end int) bool {
	return end-i >= 8 && end < len(s) && (s[end] == ' ' || s[end] == '\n') && s[end-1] != '=' && !quote(s[i+1]) && !quote(s[i+2]) && (s[end-1]|0x20 != 'w' || !at(s, end-3, "new"))
}

// mayBeType: = may follow the value s[i:end], which then is a type.
func mayBeType(s []byte, i, end int) bool {
	k := min(len(s), i+typeLen+1)
	return end < k && bytes.IndexByte(s[end:k], '=') >= 0
}

// plainToken: the token s[i:end] is unparted, numbers and no type.
func plainToken(s []byte, i, end int) bool {
	if end-i > tokenSeen || len(s)-i < tokenSeen || !seesTokens {
		return unparted(s, i, end) && numbers(s, i, end) && !mayBeType(s, i, end)
	}
	parts, digits, equals := tokenAmong(s[i:])
	token := ^uint64(0) >> (tokenSeen - (end - i))
	if equals&^token&(1<<(typeLen+1)-1) != 0 {
		return false
	}
	return (parts&token == 0 || unparted(s, i, end)) && (digits&token != 0 || end-i > promised)
}

const tokenSeen = 64 // bytes, where they are seen at once

// unparted: bareAt sees no end in the token s[i:end], behind which a blank stands.
func unparted(s []byte, i, end int) bool {
	if end-i >= maxBare {
		return false
	}
	for i = goingOn.Skip(s, i, end); i < end; i++ {
		if !goesOn[s[i]] {
			return false
		}
	}
	return true
}

// numbers: promising sees a digit in the token s[i:end], or no end of it.
func numbers(s []byte, i, end int) bool {
	if end-i > promised {
		return true
	}
	for i = noDigits.Skip(s, i, end); i < end; i++ {
		if digit(s[i]) {
			return true
		}
	}
	return false
}

var (
	goingOn  = byteset.Of(func(c byte) bool { return goesOn[c] })
	noDigits = byteset.Of(func(c byte) bool { return !digit(c) })
)

// redactedAlone is where the placeholder at i ends when it is one that onlyRedacted
// lets stand behind a blank, or 0.
func redactedAlone(v *scan.View, i int) int {
	s := v.Src
	if v.Tokens != nil {
		if end := v.Tokens.HiddenEnd(v.Base+i) - v.Base; end > i {
			if end+3 >= len(s) || !endsRedacted(s, end) {
				return 0
			}
			return end
		}
	}
	n := bytes.IndexByte(s[i:min(len(s), i+90)], ']') + 1
	if n == 0 || i+n+3 >= len(s) || v.Look(s[i:i+n]) != value.Redacted || !endsRedacted(s, i+n) {
		return 0
	}
	for _, c := range s[i+1 : i+n-1] {
		if !nameByte(c) && c != ':' {
			return 0
		}
	}
	return i + n
}
