package detect

import (
	"bytes"

	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
	"jezero/redact/rule"
)

// bearer finds what Authorization headers carry, in any dress, and the schemes
// Bearer and Basic where they stand alone.
func bearer(v *scan.View, out *scan.Out) {
	s := v.Src
	switch s[v.At] | 0x20 {
	case 'a':
		authorization(v, out)
	case 'b':
		if v.At > 0 && (alnum(s[v.At-1]) && ansiEnd(s, v.At) == 0 && scan.Backslashes(s, v.At-1) == 0 || s[v.At-1] == '_') {
			return
		}
		scheme(v, out)
	}
}

// ansiEnd: a colour sequence ends right before i.
func ansiEnd(s []byte, i int) int {
	// A letter ends it, and a bracket opens it.
	if i < 3 || !alpha(s[i-1]) {
		return 0
	}
	k := i - 2
	for k > 0 && i-k < 20 && (digit(s[k]) || s[k] == ';' || s[k] == '?' || s[k] == ':') {
		k--
	}
	if s[k] != '[' {
		return 0
	}
	for n := 3; n <= 20 && i-n >= 0; n++ {
		if ansi(s, i-n) == n {
			return n
		}
	}
	return 0
}

func scheme(v *scan.View, out *scan.Out) {
	s := v.Src
	i := v.To
	basic := s[v.At]|0x20 == 'b' && s[v.At+1]|0x20 == 'a'
	switch {
	case at(s, i, "%20"):
		i += 3
	case basic, i < len(s) && (blank(s[i]) || s[i] == ':' && !basic):
		for i < len(s) && (blank(s[i]) || s[i] == ':') {
			i++
		}
	default:
		return
	}
	if i < len(s) && (s[i] == '<' || quote(s[i])) {
		if s[i] == '<' {
			c := claim{view: v, start: v.At}
			c.bracketed(v, out, i)
			return
		}
		i++
	}
	end := untilClosed(v, i, v.Known(func(w *scan.Walked) *scan.Stretch { return &w.Schemes }), func(p int) bool {
		return alnum(s[p]) || bytes.IndexByte([]byte("-_.~+/=|:"), s[p]) >= 0
	})
	for end > i && (s[end-1] == '.' || s[end-1] == ':' || s[end-1] == '|') {
		end--
	}
	val := s[i:end]
	if len(val) < 8 {
		return
	}
	if basic {
		if basicPair(val) && !placeholderPair(val) || len(val) >= 20 && value.Strong(val) && !pathlike(val) {
			addHeader(v, out, ruleBasic, i, end)
		}
		return
	}
	val, look := judge(v, val)
	if look == value.Generated && (value.DigitCount(val) >= 2 || len(val) >= 20) && !pathlike(val) || look == value.UUID {
		addHeader(v, out, ruleBearer, i, end)
	}
}

// authorization judges the value of the header itself: whatever stands there
// is a credential unless it is a reference, a word or code.
func authorization(v *scan.View, out *scan.Out) {
	s := v.Src
	e := v.To
	if e < len(s) && (alnum(s[e]) || s[e] == '_') {
		return
	}
	g := gapAfter(s, e, false)
	switch g.form {
	case formColon, formEqual, formSpaced, formComma:
	default:
		return
	}
	i := g.at
	for i < len(s) && (s[i] == '"' || s[i] == '\'' || s[i] == '`' || s[i] == '\\' || s[i] == '[' || s[i] == '(' || (s[i] == 'f' || s[i] == 'b') && i+1 < len(s) && quote(s[i+1])) {
		if s[i] == '\\' && newline(s, i) > 0 {
			return
		}
		if s[i] == '[' && value.RedactedLen(s[i:min(len(s), i+90)]) > 0 {
			return
		}
		i++
	}
	wasQuoted := i > g.at
	word := i
	for word < len(s) && (alpha(s[word]) || s[word] == '-' || digit(s[word])) && word-i < 24 {
		word++
	}
	named, encoded := false, false
	if word < len(s) && word > i && (blank(s[word]) || at(s, word, "%20")) && knownScheme(s[i:word]) {
		named = true
		if s[word] == '%' {
			word += 2
			encoded = true
		}
		i = skipBlanks(s, word+1)
	}
	if i < len(s) && s[i] == '<' {
		c := claim{view: v, start: v.At}
		c.bracketed(v, out, i)
		return
	}
	ands := named && !encoded
	walked := &scan.Stretch{}
	if !ands {
		walked = v.Known(func(w *scan.Walked) *scan.Stretch { return &w.Headers })
	}
	end := untilClosed(v, i, walked, func(p int) bool {
		switch c := s[p]; c {
		case '"', '\'', '`', ',', ';', ')', '}', ']', '<':
			return false
		case '\\':
			return !escapeEnds(s, p)
		case '&':
			return ands
		default:
			return c > ' ' && c < 0x7f
		}
	})
	for end > i && (s[end-1] == '.' || s[end-1] == ':') {
		end--
	}
	val := s[i:end]
	if len(val) < 4 || value.RedactedLen(val) > 0 || val[0] == '{' && !value.Strong(val) {
		return
	}
	if pairs(val) || opensPair(s, i, end) {
		return // OAuth realm=x, Digest username="x": each value has its own name
	}
	val, look := judge(v, val)
	switch look {
	case value.Generated, value.UUID:
	case value.Plain:
		if !hasAlnum(val, 6) || !wasQuoted && !named {
			return
		}
	case value.Identifier:
		if value.DigitCount(val) == 0 || !named && len(val) < 12 {
			return
		}
	default:
		return
	}
	if !named && tailAt(s, end) == tailWords {
		return // Authorization: some scheme nobody knows, or prose
	}
	r := ruleBearer
	if basicPair(s[i:end]) {
		if placeholderPair(s[i:end]) {
			return
		}
		r = ruleBasic
	}
	addHeader(v, out, r, i, end)
	if from, to := softRest(v, end); to > 0 {
		addHeader(v, out, r, from, to)
	}
}

// judged is how much of either end of a long value tells what it looks like.
const judged = 512

// judge says what a value looks like, and what of it says so.
func judge(v *scan.View, val []byte) ([]byte, value.Look) {
	if len(val) <= 2*judged {
		return val, v.Look(val)
	}
	head, tail := val[:judged], val[len(val)-judged:]
	look := v.Look(head)
	if look != value.Generated {
		if end := v.Look(tail); end == value.Generated {
			return tail, end
		}
	}
	return head, look
}

// untilClosed is where the bytes of a value end that begins at i, or before that
// where something closes what is around. No bracket that closes is one of them, so
// that it is the same for every value that ends there: walked holds none of it.
func untilClosed(v *scan.View, i int, walked *scan.Stretch, of func(p int) bool) int {
	s := v.Src
	if i >= len(s) || !of(i) {
		return i
	}
	var open [3]int
	p := i + 1
	for ; ; p++ {
		if p = walked.Skip(v, p); p >= len(s) || !of(p) || mayClose[s[p]] && closesAt(s, p, &open) {
			break
		}
	}
	p = min(p, len(s))
	// At the end of what is to be seen it is not known what follows.
	if sure := min(p, len(s)-64); sure-i > 64 {
		walked.Saw(v, i+1, sure)
	}
	return p
}

// opensPair: name=" with something in the quotes.
func opensPair(s []byte, i, end int) bool {
	for k := i; k < end-1; k++ {
		if !alpha(s[k]) && s[k] != '_' {
			return false
		}
	}
	q := end
	for q < len(s) && s[q] == '\\' && q-end < 8 {
		q++
	}
	return end-i > 2 && s[end-1] == '=' && q+1 < len(s) && s[q] == '"' && (alnum(s[q+1]) || s[q+1] == '"')
}

// pairs: name=value stands at the start.
func pairs(val []byte) bool {
	k := 0
	for k < len(val) && (alpha(val[k]) || val[k] == '_') {
		k++
	}
	return k >= 2 && k < 24 && k+1 < len(val) && val[k] == '=' && val[k+1] != '='
}

func knownScheme(w []byte) bool {
	for _, x := range [...]string{"bearer", "basic", "token", "apikey", "api-key", "key", "bot", "sso-key", "digest", "negotiate", "ntlm", "splunk", "genie", "oauth", "jwt", "pve", "discogs", "klaviyo-api-key", "ssws", "zoho-oauthtoken", "protocol", "amazon", "hawk", "mac", "client", "ghost", "secret", "accesskey", "access", "user", "flyv1", "deepl-auth-key", "snowflake", "cribl", "gossoauth", "googlelogin", "sharedaccesssignature", "sharedkey", "auth"} {
		if len(w) == len(x) && at(w, 0, x) {
			return true
		}
	}
	return false
}

func addHeader(v *scan.View, out *scan.Out, r *rule.Rule, i, end int) {
	sp := scan.Span{Match: v.At, MatchEnd: end, Start: i, End: end, Rule: r, Confidence: r.Confidence}
	if end == len(v.Src) && !v.Finish {
		sp.Open, sp.Alphabet = true, bareAlphabet
	}
	out.Add(sp)
}

// placeholderPair: base64 of user:password, username:password and the like.
func placeholderPair(b []byte) bool {
	var buf [64]byte
	n := decode64(buf[:], b)
	for i, c := range buf[:n] {
		if c == ':' {
			return value.Of(buf[i+1:n]) == value.Placeholder && (value.Of(buf[:i]) == value.Placeholder || string(buf[:i]) == "user") || value.Of(buf[i+1:n]) == value.Reference
		}
	}
	return false
}

// decode64 decodes base64 of either alphabet as far as dst reaches.
func decode64(dst, b []byte) int {
	var acc uint32
	bits, n := 0, 0
	for _, c := range b {
		var x byte
		switch {
		case upper(c):
			x = c - 'A'
		case lower(c):
			x = c - 'a' + 26
		case digit(c):
			x = c - '0' + 52
		case c == '+' || c == '-':
			x = 62
		case c == '/' || c == '_':
			x = 63
		default:
			return n
		}
		acc = acc<<6 | uint32(x)
		if bits += 6; bits >= 8 {
			bits -= 8
			if n == len(dst) {
				return n
			}
			dst[n] = byte(acc >> bits)
			n++
		}
	}
	return n
}

// cookie finds session values in Cookie and Set-Cookie headers: generated
// values of the pairs; attributes and preferences stay.
func cookie(v *scan.View, out *scan.Out) {
	s := v.Src
	i := cookieMarks(s, v.To)
	if k := skipLayout(s, i, min(len(s), i+64)); k < len(s) && quote(s[k]) {
		i = cookieMarks(s, k) // the fields of a recording, each on a line
	}
	if at(s, i, "value") && i+5 < len(s) && (quote(s[i+5]) || s[i+5] == '\\') {
		i = cookieMarks(s, i+5)
	}
	cookiePairs(v, out, i)
}

// cookieMarks skips what stands between the header's name and its value.
func cookieMarks(s []byte, i int) int {
	for i < len(s) && (s[i] == '"' || s[i] == '\'' || s[i] == ':' || s[i] == ',' || s[i] == '\\' && i+1 < len(s) && quote(s[i+1]) || blank(s[i]) || s[i] == '=') {
		i++
	}
	return i
}

func cookiePairs(v *scan.View, out *scan.Out, i int) {
	s := v.Src
	var none scan.Stretch
	walked := &none
	if v.Walked != nil {
		walked = &v.Walked.Cookie
	}
	for n := 0; n < 64; n++ {
		for i < len(s) && (s[i] == ' ' || s[i] == ';') {
			i++
		}
		w := i
		for i < len(s) && i-w < 96 && (nameByte(s[i]) || s[i] == '[' || s[i] == ']' || s[i] == '$') {
			i++
		}
		if i == w || i >= len(s) || s[i] != '=' {
			// An attribute without value, Secure or HttpOnly.
			if i > w && i < len(s) && s[i] == ';' {
				continue
			}
			return
		}
		i++
		from := i
		i = closedIn(v, from, cookieEnd(v, i))
		val := s[from:i]
		if redactedFrom(v, from, i) < 0 && sessionValue(v, s[w:from-1], val) {
			// A longer one goes on while nothing ends it: its find covers what is walked.
			for i-from >= 4096 && i < len(s) && cookieAlphabet.Has(s[i]) {
				i++
			}
			sp := scan.Span{Match: w, MatchEnd: i, Start: from, End: i, Rule: ruleSession, Confidence: ruleSession.Confidence}
			if i == len(s) && !v.Finish {
				sp.Open, sp.Alphabet = true, cookieAlphabet
			}
			out.Add(sp)
		}
		// Spaces within an attribute's value: Expires=Thu, 01 Jan 1970 …
		rest := i
		if i = max(i, min(walked.Skip(v, i), from+4200)); i > len(s) {
			i = len(s)
		}
		for i < len(s) && s[i] != ';' && s[i] != '\n' && s[i] != '\r' && !quote(s[i]) && !(s[i] == '\\' && escapeEnds(s, i)) && i-from < 4200 {
			i++
		}
		if i-rest > 64 {
			walked.Saw(v, rest, i)
		}
		if i >= len(s) || s[i] != ';' {
			return
		}
	}
}

// cookieEnd is where the value of a cookie ends that begins at from, 4096 bytes
// behind it at the latest.
func cookieEnd(v *scan.View, from int) int {
	s, i := v.Src, from
	walked := v.Known(func(w *scan.Walked) *scan.Stretch { return &w.Values })
	limit := min(len(s), from+4096)
	for ; ; i++ {
		if i = walked.Skip(v, i); i >= limit || s[i] <= ' ' || s[i] == ';' || quote(s[i]) || s[i] == 0x7f || s[i] == '\\' && escapeEnds(s, i) {
			break
		}
	}
	i = min(i, limit)
	// At the end of what is to be seen it is not known what a backslash escapes.
	if sure := min(i, len(s)-32); sure-from > 64 {
		walked.Saw(v, from, sure)
	}
	return i
}

// cookieAlphabet is what a long value of a cookie is made of.
var cookieAlphabet = bareAlphabet.Or(rule.Chars("%~!*:$@|,&()^#{}[]?<>"))

func sessionValue(v *scan.View, nm, val []byte) bool {
	if len(val) < 8 || twilioSID(val) {
		return false
	}
	val, look := judge(v, val)
	if look < value.UUID {
		return false
	}
	sessionish := sessionName(nm)
	switch look {
	case value.UUID, value.Generated:
		return sessionish || len(val) >= 16 && value.Strong(val)
	}
	return sessionish && hasAlnum(val, 8)
}

// sessionName: sid, sessionid, connect.sid, auth, token, remember_me …
func sessionName(nm []byte) bool {
	for i := range nm {
		for _, w := range [...]string{"sess", "sid", "auth", "token", "jwt", "remember", "login", "secret", "refresh", "access", "user"} {
			if at(nm, i, w) {
				return true
			}
		}
	}
	return false
}
