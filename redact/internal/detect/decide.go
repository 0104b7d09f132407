package detect

import (
	"bytes"

	"jezero/redact/internal/name"
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
	"jezero/redact/rule"
)

// openSpan tells the engine how far a value goes that runs out of the window.
func openSpan(sp *scan.Span, l literal) {
	sp.Open = true
	if l.quoted {
		sp.Until = string(rune(l.mark))
		return
	}
	sp.Alphabet = bareAlphabet
}

var bareAlphabet = rule.Base64URL.Or(rule.Chars("+/=."))

// decide judges the quoted literal of the claim and reports what goes.
func (c *claim) decide(v *scan.View, out *scan.Out) {
	s := v.Src
	start, end := c.lit.start, c.lit.end
	for start < end && space(s[start]) {
		start++
	}
	for end > start && space(s[end-1]) {
		end--
	}
	for n := ansi(s, start); n > 0 && start+n <= end; n = ansi(s, start) {
		start += n
	}
	if n := ansiEnd(s, end); n > 0 && end-n > start {
		end -= n
	}
	if end <= start {
		return
	}
	// A scheme, an address with a password or a header in the value has its own detector.
	if scheme := authScheme(s, start, end); scheme > 0 {
		start = scheme
	}
	if c.pieces(v, out, start, end) {
		return
	}
	val := s[start:end]
	// Quotes within quotes: '"value"'.
	if n := len(val); n > 2 && quote(val[0]) && val[n-1] == val[0] {
		start, end = start+1, end-1
		val = s[start:end]
	}
	if c.lit.quoted && spaced(val) && linesOfSecret(val) {
		if !c.name.Weak {
			c.add(v, out, start, end, "")
		}
		return
	}
	if c.goes(val) || c.statement(s, val) {
		c.add(v, out, start, end, "")
	}
}

// authScheme is the offset after "Bearer ", "Basic " or "Token " at the start
// of a value, 0 when there is none.
func authScheme(s []byte, start, end int) int {
	for _, w := range [...]string{"bearer ", "basic ", "token ", "apikey ", "api-key ", "bot ", "digest ", "sso-key ", "key ", "bearer%20", "basic%20", "bearer:", "token token="} {
		if at(s, start, w) && start+len(w) < end {
			i := start + len(w)
			for i < end && s[i] == ' ' {
				i++
			}
			return i
		}
	}
	return 0
}

// pieces handles a value that holds placeholders of ours or references: what
// is glued to them goes when it could be part of a secret. It reports whether
// the value is dealt with.
func (c *claim) pieces(v *scan.View, out *scan.Out, start, end int) bool {
	s := v.Src
	first := redactedIn(s, start, end)
	if first < 0 {
		return false
	}
	if bytes.Contains(s[start:first], []byte("://")) {
		return true // a URL whose password is gone; its rest is judged as a URL's
	}
	// Walk the stretches between the placeholders.
	i := start
	for i < end {
		p := redactedIn(s, i, end)
		stop := p
		if p < 0 {
			stop = end
		}
		a, b := i, stop
		for a < b && !alnum(s[a]) && s[a] < 0x80 {
			a++
		}
		for b > a && !alnum(s[b-1]) && s[b-1] < 0x80 {
			b--
		}
		if b-a >= 4 && c.remnant(s[a:b]) {
			c.add(v, out, a, b, "")
		}
		if p < 0 {
			break
		}
		i = p + value.RedactedLen(s[p:end])
	}
	return true
}

// remnant: a stretch beside a placeholder that is no word, scheme or reference.
func (c *claim) remnant(b []byte) bool {
	switch value.Of(b) {
	case value.Plain, value.Generated, value.UUID:
		return true
	case value.Identifier:
		return value.DigitCount(b) > 0 && len(b) <= 40
	}
	return false
}

func redactedIn(s []byte, i, end int) int {
	for ; i < end; i++ {
		if s[i] == '[' && value.RedactedLen(s[i:end]) > 0 {
			return i
		}
	}
	return -1
}

// goes says whether a quoted value, or one that a grammar delimits as well as
// quotes do, is a secret under the claim's name.
func (c *claim) goes(val []byte) bool {
	look := value.Of(val)
	switch look {
	case value.Empty, value.Redacted, value.Reference, value.Placeholder, value.Path, value.Keyword, value.URL:
		return false
	}
	if selector(val) || len(val) < 8 && !hasAlnum(val, 2) && !(look == value.Number) {
		return false
	}
	switch c.gap.form {
	case formComma, formCall:
		return !pathlike(val) && c.goesAsArgument(val, look)
	case formTable:
		return c.goesInTable(val, look)
	case formBlank, formDash, formBreak:
		return c.goesLoosely(val, look)
	case formIs:
		return look != value.Prose && look != value.Number && (c.goesLoosely(val, look) || c.name.Kind == name.Password && look != value.Identifier)
	}
	switch c.name.Kind {
	case name.Password, name.Passphrase:
		return c.goesAsPassword(val, look)
	case name.Signature:
		return c.query && value.Likely(val) && len(val) >= 16
	case name.Session:
		return value.Likely(val) && len(val) >= 16 && look != value.UUID
	case name.Seed:
		return look == value.Generated && (base32(val) || len(val) >= 16 && !value.Hex(val)) || c.name.Kind == name.Seed && !c.name.Weak && value.Likely(val)
	}
	if c.name.Weak {
		return c.goesWeakly(val, look)
	}
	switch look {
	case value.Generated, value.UUID:
		return true
	case value.Plain:
		return len(val) >= 6 && !spaced(val) && hasAlnum(val, 5)
	case value.Number:
		return digitsOnly(val) && len(val) >= 6
	case value.Identifier:
		n := value.DigitCount(val)
		return n > 0 && len(val) >= 8 && value.Score(val) > -8 && c.gap.form != formCompare
	case value.Word:
		return c.name.Kind == name.Secret && len(val) >= 8 && allLower(val) && c.gap.form != formCompare && c.gap.quotedName
	}
	return false
}

func (c *claim) goesAsPassword(val []byte, look value.Look) bool {
	if c.name.Plural {
		return look == value.Generated
	}
	switch look {
	case value.Number:
		return !c.name.Weak || digitsOnly(val) && len(val) >= 6
	case value.Prose:
		if c.name.Kind == name.Passphrase {
			return words(val) >= 4
		}
		return c.gap.form == formEqual && c.lit.quoted && c.shouts && shouting(val) == 0
	case value.Code:
		return c.lit.quoted && !c.name.Weak && value.DigitCount(val) > 0
	case value.Word:
		// "Passwort", "Contraseña": the label of a field in some language.
		if c.gap.form == formColon || c.gap.form == formPair || c.gap.form == formTag || c.gap.form == formSpaced {
			return allLower(val) && len(val) >= 3 && c.gap.form != formTag
		}
		return len(val) >= 3
	case value.Identifier:
		if name.Of(val).Class != name.None && value.DigitCount(val) == 0 {
			return false
		}
		return true
	}
	return true
}

// goesWeakly: under key, auth, pass and plurals the value itself must tell.
func (c *claim) goesWeakly(val []byte, look value.Look) bool {
	if spaced(val) {
		return false
	}
	switch c.name.Kind {
	case name.Auth, name.Credential:
		return value.Strong(val) || basicPair(val)
	case name.Token:
		return (value.Strong(val) || look == value.Generated && len(val) >= 20)
	}
	if look != value.Generated && look != value.UUID && !c.query {
		return false
	}
	if c.name.Bare || c.name.Plural {
		// A lone "key" names anything: a checksum, a cache entry, a field.
		if !c.lit.quoted && (c.gap.form == formEqual || c.gap.form == formSpaced) && !c.name.Plural {
			return (value.Strong(val) || len(val) >= 24 && value.DigitCount(val) > 0 && value.Likely(val)) && !pathlike(val) || c.query && (look == value.UUID || len(val) >= 12 && value.Score(val) > 0)
		}
		if c.gap.form != formEqual && (value.Hex(val) || !mixed(val)) {
			return false
		}
		return value.Strong(val) && len(val) >= 20 && look != value.UUID && !pathlike(val)
	}
	return look == value.UUID && c.gap.form == formEqual || value.Strong(val) && !pathlike(val) || len(val) >= 12 && value.Likely(val) && mixed(val) && !pathlike(val)
}

func (c *claim) goesAsArgument(val []byte, look value.Look) bool {
	if c.name.Weak || c.listed {
		return value.Strong(val) && len(val) >= 20 && (mixed(val) || c.listed)
	}
	switch look {
	case value.Generated, value.UUID:
		return true
	case value.Plain:
		return !spaced(val) && hasAlnum(val, 6) && value.DigitCount(val) > 0
	case value.Identifier:
		return c.name.Kind == name.Password && name.Of(val).Class == name.None && value.DigitCount(val) >= 1 && len(val) >= 6 && value.Score(val) > -14
	}
	return false
}

// goesInTable: a cell beside a name; headings and descriptions stay.
func (c *claim) goesInTable(val []byte, look value.Look) bool {
	return c.goesLoosely(val, look) || c.name.Kind == name.Password && !c.name.Plural && (look == value.Plain || look == value.Generated) &&
		value.DigitCount(val) > 0 && hasAlnum(val, 6)
}

// goesLoosely: without an operator only a generated value is evidence enough.
func (c *claim) goesLoosely(val []byte, look value.Look) bool {
	if spaced(val) || pathlike(val) || hostname(val) || holdsPair(val) {
		return false
	}
	digits := value.DigitCount(val)
	switch {
	case look == value.UUID:
		return !c.name.Bare || c.gap.form == formDash
	case look == value.Number:
		return false
	case c.gap.form == formDash && c.lit.quoted:
		return len(val) >= 16 && (look == value.Generated || look == value.Plain && digits > 0 && hasAlnum(val, 12))
	case len(val) < 10:
		return c.lit.quoted && look == value.Generated && digits > 0
	case value.Strong(val):
		return len(val) >= 20 || digits > 0
	}
	return look == value.Generated && digits >= 2 && len(val) >= 12 && !c.name.Plural
}
