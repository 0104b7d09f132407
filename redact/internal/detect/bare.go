package detect

import (
	"bytes"

	"jezero/redact/internal/name"
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// tail is what follows an unquoted value on its line.
type tail uint8

const (
	tailEnd     tail = iota // the line ends, or only a comment follows
	tailList                // , ; ) ] }: code or a list goes on
	tailWords               // more words
	tailClosing             // a quote or tag that closes what is around
)

func tailAt(s []byte, i int) tail {
	j := skipDress(s, i)
	if j >= len(s) || newline(s, j) > 0 || s[j] == '\n' {
		return tailEnd
	}
	switch c := s[j]; c {
	case '#':
		return tailEnd
	case '/':
		if j+1 < len(s) && (s[j+1] == '/' || s[j+1] == '*') {
			return tailEnd
		}
	case '\\', '|', '&', '>':
		return tailEnd // the shell goes on
	case ',', ';', ')', ']', '}':
		return tailList
	case '"', '\'', '`', '<':
		return tailClosing
	}
	return tailWords
}

// bare judges an unquoted value at i.
func (c *claim) bare(v *scan.View, out *scan.Out, i int) {
	s := v.Src
	for i < len(s) && s[i] == '*' {
		i++ // **bold**
	}
	if i >= len(s) {
		return
	}
	inURL := c.gap.form == formEqual && c.start > 0 && (s[c.start-1] == '?' || s[c.start-1] == '&' || c.start > 4 && at(s, c.start-5, "&amp;"))
	c.query = inURL
	switch ch := s[i]; ch {
	case '<':
		c.bracketed(v, out, i)
		return
	case '{':
		if !c.nested(v, out, i) {
			c.braced(v, out, i)
		}
		return
	case '[':
		if value.RedactedLen(s[i:min(len(s), i+90)]) == 0 {
			c.nested(v, out, i)
			return
		}
	case '(', ')', ',', ';', '|', '>', ']', '}', '=':
		return
	case '-':
		if c.gap.form >= formFlag {
			return
		}
	case '\n', '\r', '\\':
		if ch == '\\' && i+1 < len(s) && s[i+1] == '$' {
			return
		}
		if n := newline(s, i); n > 0 {
			if c.gap.form == formColon && !c.below(v, out, i+n) {
				c.lineBelow(v, out, i+n)
			}
			return
		}
	}
	end := bareAt(v, i, bare{url: inURL, encoded: c.gap.encoded || c.gap.form == formEqual && inURL})
	if end <= i || c.tokenAlone(v, i, end) {
		return
	}
	if c.slash {
		i = afterUser(s, i, end)
	}
	if c.name.Kind == name.Credential {
		end = beforeScope(s, i, end)
	}
	if c.gap.form == formColon && inAuthority(s, c.start) {
		end = beforeHost(s, i, end)
	}
	if c.gap.form == formEqual && !inURL && inOptions(s, c.start) {
		end = beforeOptions(s, i, end)
	}
	if c.flag && c.ofCommand(s) {
		end = wordEnd(s, i, end)
	}
	if c.pieces(v, out, i, end) {
		return
	}
	if i+1 < end && s[i] == '$' && (s[i+1] == '{' || s[i+1] == '(') && v.Look(s[i:end]) == value.Reference {
		return
	}
	// token: Bearer abc
	if k := end - i; k >= 3 && k <= 7 && end < len(s) && blank(s[end]) {
		if n := authScheme(s, i, min(len(s), end+64)); n > 0 {
			i = skipBlanks(s, n)
			end = bareAt(v, i, bare{url: inURL})
			if end <= i {
				return
			}
		}
	}
	if c.name.Weak && c.name.Kind == name.Password && !c.name.Plural && c.underUser(s) {
		c.paired, c.name.Weak = true, false
	}
	if c.gap.form == formColon && digit(s[i]) && i == c.end+1 && position(s[i:end]) {
		return // pwd.c:48:1:
	}
	if c.name.Kind == name.Passphrase {
		e := phraseEnd(s, i)
		if e == 0 && c.gap.form == formColon && !c.name.Weak && c.leads(s) {
			e = passphraseEnd(s, i)
		}
		if e > 0 {
			c.add(v, out, i, e, "")
			return
		}
	}
	if end-i == 1 && digit(s[i]) && c.gap.form == formBlank && end < len(s) && s[end] == ' ' {
		// Cisco: password 7 0822455D0A16, secret 5 $1$…
		k := skipBlanks(s, end)
		if e := bareAt(v, k, bare{}); e-k >= 8 && value.DigitCount(s[k:e]) > 0 && tokenBytes(s[k:e]) && tailAt(s, e) == tailEnd {
			c.add(v, out, k, e, "")
			return
		}
	}
	t := tailAt(s, end)
	stop := end
	for stop > i && (s[stop-1] == '*' || (s[stop-1] == '.' || s[stop-1] == ',' || s[stop-1] == ':' || s[stop-1] == '!' || s[stop-1] == '?') && (c.gap.form != formEqual || s[stop-1] == '.' && !c.leads(s))) {
		stop--
	}
	if stop == i {
		return
	}
	val := s[i:stop]
	if !c.goesBare(s, val, i, end, t, inURL) {
		return
	}
	wrap := ""
	if c.gap.form == formColon && c.gap.quotedName && !wrapped(s, i, end) {
		wrap = quoteOf(s, c.end)
	}
	if (c.gap.form == formSpaced && v.Look(val) == value.Number || tagged(s, i)) && c.ownLine(s) {
		wrap = `"`
	}
	c.add(v, out, i, stop, wrap)
	c.softWrap(v, out, end)
}

// tokenAlone reports whether the unquoted value s[i:end] is a token that is found
// anyway, and nothing else depends on it: no quotes that JSON would need, no line
// that goes on with it.
func (c *claim) tokenAlone(v *scan.View, i, end int) bool {
	s := v.Src
	if end-i < 8 || end >= len(s) || s[end-1] == '=' || tagged(s, i) || c.gap.form == formColon && (c.gap.quotedName || newline(s, end) > 0) {
		return false
	}
	return v.Token(i, end)
}

// tagged: the value at i has a type of YAML before it, !!binary, which a list in
// brackets has not.
func tagged(s []byte, i int) bool {
	k := i
	for k > 0 && s[k-1] == ' ' {
		k--
	}
	end := k
	for k > 0 && alnum(s[k-1]) {
		k--
	}
	return end < i && end > k && k > 1 && s[k-1] == '!' && s[k-2] == '!'
}

// ownLine: the name begins its line, and no string holds it: a quote may be
// written there.
func (c *claim) ownLine(s []byte) bool {
	from, known := lineStart(c.view, c.start, 64)
	if !known || from > 0 && s[from-1] != '\n' {
		return false
	}
	for ; from < c.start; from++ {
		if !blank(s[from]) && s[from] != '-' {
			return false
		}
	}
	return true
}

// ofCommand: the flag is a word of a command, and no string of its own.
func (c *claim) ofCommand(s []byte) bool {
	i := c.start
	for i > 0 && s[i-1] == '-' {
		i--
	}
	return i > 0 && blank(s[i-1])
}

// beforeScope is where the key id of KEY/20260101/region/service/aws4_request
// ends: what is behind it says where a signature holds, and is no secret. The
// slashes may be those of a URL.
func beforeScope(s []byte, i, end int) int {
	if !bytes.HasSuffix(s[i:end], []byte("_request")) && !bytes.HasSuffix(s[i:end], []byte("/request")) { // aws4_, tc3_, none
		return end
	}
	for k := i; k < end; k++ {
		if s[k] == '/' || at(s, k, "%2f") {
			return k
		}
	}
	return end
}

// wrapped: the unquoted value is inside of quotes after all.
func wrapped(s []byte, i, end int) bool {
	return end < len(s) && quote(s[end]) && i > 0 && quote(s[i-1])
}

// quoteOf is the double quote that closes a JSON name at i, with its
// backslashes: what must stand around a placeholder for an unquoted value.
func quoteOf(s []byte, i int) string {
	j := i
	for j < len(s) && s[j] == '\\' && j-i < 8 {
		j++
	}
	if j < len(s) && s[j] == '"' {
		return string(s[i : j+1])
	}
	return ""
}

// goesBare says whether an unquoted value is a secret and not code or prose.
func (c *claim) goesBare(s, val []byte, i, end int, t tail, inURL bool) bool {
	if len(val) > 160 && bytes.Count(val, []byte("=")) > 8 {
		return false // a chain of assignments is no value
	}
	if c.twoLetters() && !loginPassword(c.view, val) {
		return false
	}
	if val[0] >= 0xe3 && c.name.Kind == name.Password {
		return false // a sentence in a language that writes no blanks
	}
	if c.gap.form != formFlag && sourceOnly(s, val, end) || c.gap.form == formColon && t == tailList && identifier(val) && namesSecret(c.view, val) {
		return false
	}
	look := c.view.Look(val)
	switch look {
	case value.Empty, value.Redacted, value.Reference, value.Placeholder, value.Path, value.Keyword, value.URL, value.Code:
		return false
	case value.Number:
		return c.goesAsNumber(val) && !(c.gap.form == formColon && unitAt(s, end))
	}
	password := c.name.Kind == name.Password || c.name.Kind == name.Passphrase
	if c.gap.form == formColon && i == c.end+1 && (val[0] == '-' || val[0] == '+' || val[0] == '!') && len(val) > 2 && upper(val[1]) && hasByte(val, ':') {
		return false // kEDH:-PSK:HIGH, a list of ciphers
	}
	if end < len(s) && s[end] == ';' && c.sigil(s) && password && !c.name.Weak && look >= value.Identifier && value.DigitCount(val) > 0 && hasAlnum(val, 5) && anyLower(val) && tokenBytes(val) && !hasByte(val, '_') && !namesSecret(c.view, val) {
		return true // $password = word; where variables have a sigil a word with none is a value
	}
	if end < len(s) && s[end] == ';' && (c.gap.form == formSpaced && !c.inPairs(s, end) || c.gap.form == formColon && identifier(val)) {
		return false // a statement ends: languages that end them so quote their literals
	}
	if c.gap.form != formFlag && variable(c.view, val) || c.gap.form == formColon && c.start > 0 && s[c.start-1] == ':' && i == c.end+1 {
		return false
	}
	if !hasAlnum(val, 2) {
		return false
	}
	if c.reports(s, val) {
		return false
	}
	if openPGP(val) && pgpName(s[c.start:c.end]) {
		return false
	}
	if t == tailWords && c.gap.form == formSpaced && identifier(val) && operatorAt(s, end) {
		return false // name = prefix + rest
	}
	switch c.gap.form {
	case formFlag:
		return c.goesAfterFlag(val, look, password)
	case formTable:
		return c.goesInTable(val, look)
	case formBlank, formDash, formBreak:
		if !tokenBytes(val) && !c.netrc(s, val) || password && c.name.Weak && c.name.Bare && (t == tailWords || upper(s[c.start]) && lower(s[c.end-1])) && !value.Strong(val) && !c.netrc(s, val) {
			return false // Pass v4l2_fmts to the next step
		}
		return c.goesLoosely(val, look) || c.netrc(s, val) || c.statement(s, val)
	case formIs:
		return value.DigitCount(val) > 0 && (c.goesLoosely(val, look) || password && len(val) >= 8 && hasLetter(val))
	case formCompare:
		return value.Strong(val) && !c.name.Weak
	}
	if c.name.Weak || !password {
		if pairs(val) && (!value.Strong(val) || len(val) >= 36 && value.UUIDAt(val, len(val)-36)) {
			return false // METHOD=AES-128: the pair has a name of its own
		}
		if look == value.Word && inURL && len(val) >= 12 && value.Score(val) > 0 {
			return true
		}
		if c.shouts && c.gap.form == formEqual && !c.name.Weak && t == tailEnd && c.leads(s) && len(val) >= 8 &&
			(look == value.Word || look == value.Identifier) && !namesSecret(c.view, val) {
			return true // NAME=value of an environment: nothing but values stands there
		}
		if look == value.Word || look == value.Identifier && (value.DigitCount(val) == 0 || t != tailEnd && !inURL && t != tailClosing) {
			return false
		}
		if look == value.Plain && hasByte(val, '\\') {
			return false
		}
		if password && look == value.Plain && c.gap.form == formColon && hasByte(val, '/') {
			return false // PASS: TestX/case
		}
		if c.name.Weak && look == value.Plain && !value.Likely(val) {
			return false
		}
		if look == value.Plain && (value.DigitCount(val) == 0 && !value.Likely(val) || !hasAlnum(val, 8) || t == tailWords) {
			return false
		}
		if look == value.Identifier && c.gap.form == formSpaced {
			return false
		}
		if look == value.Generated && t == tailList && c.gap.form == formSpaced && !value.Strong(val) {
			return false
		}
		return c.goes(val)
	}
	// Passwords are chosen by people, so that only code and prose are excluded.
	switch look {
	case value.Generated:
		return t != tailWords || c.gap.form == formEqual || value.DigitCount(val) > 0
	case value.Plain, value.UUID:
		if t == tailWords || c.gap.form == formSpaced && t == tailList {
			return value.DigitCount(val) > 0 && hasAlnum(val, 6)
		}
		return true
	}
	// Words and identifiers.
	named := c.view.NameOf(val).Class != name.None
	digits := value.DigitCount(val)
	switch {
	case named && digits == 0:
		return false
	case inURL:
		return true
	case c.gap.form == formEqual:
		if c.name.Bare && c.end-c.start == 3 && c.shouts && digits == 0 {
			return c.inPairs(s, end) // PWD, the working directory
		}
		if t == tailList && !c.inPairs(s, end) {
			return false
		}
		if c.name.Weak {
			return digits > 0
		}
		return len(val) >= 3 && (look == value.Word || digits > 0 || !camel(val))
	case c.gap.form == formColon:
		if t != tailEnd && t != tailClosing || !c.leads(s) && !c.gap.quotedName {
			return digits > 0 && len(val) >= 6 && !c.name.Weak && t != tailList && hasLetter(val)
		}
		if c.name.Weak {
			return digits > 0 && len(val) >= 6
		}
		if look == value.Word {
			return allLower(val) && len(val) >= 3 && t == tailEnd
		}
		return digits > 0 || !camel(val) && !dotted(val) && t == tailEnd
	}
	if t == tailList && c.inPairs(s, end) {
		return look == value.Word && len(val) >= 4 || look == value.Identifier // Pwd = x; in a connection string
	}
	// name = value with blanks: code, unless it is a line of its own with a
	// value that no variable is called.
	return digits >= 1 && len(val) >= 6 && t == tailEnd && !named && !c.name.Weak && c.leads(s) && value.Score(val) > -14
}

// twoLetters: pw and nothing else, which random bytes say too.
func (c *claim) twoLetters() bool { return c.name.End-c.name.Start == 2 }

// operatorAt: blanks, an operator of two operands, and a blank follow at i.
func operatorAt(s []byte, i int) bool {
	i = skipBlanks(s, i)
	if i+1 >= len(s) || !blank(s[i+1]) {
		return false
	}
	switch s[i] {
	case '+', '-', '*', '/', '%', '?', '.':
		return true
	}
	return false
}

// sigil: the name is a variable of PHP or Perl.
func (c *claim) sigil(s []byte) bool {
	return c.start > 0 && s[c.start-1] == '$' && (c.gap.form == formSpaced || c.gap.form == formEqual)
}

// reports: PASS: gdb.cp/x1.exp, the report of a test.
func (c *claim) reports(s, val []byte) bool {
	return c.name.Kind == name.Password && c.name.Weak && c.name.Bare && c.shouts && c.gap.form == formColon && !value.Strong(val) && !besideUser(c.view, c.start)
}

func (c *claim) goesAsNumber(val []byte) bool {
	switch c.gap.form {
	case formSpaced:
		// Code counts and sets constants; a number that is a password is longer.
		if c.gap.typed || c.shouts || constant(c.view.Src[c.start:c.end]) || !digitsOnly(val) || len(val) < 4 {
			return false
		}
	case formColon, formEqual, formFlag, formPair, formTag:
	default:
		return false
	}
	if c.name.Plural || value.HexNumber(val) {
		return false
	}
	switch c.name.Kind {
	case name.Password, name.Passphrase:
		return !c.name.Weak || c.gap.form == formEqual && len(val) >= 4
	case name.Secret, name.Token, name.Key:
		return !c.name.Weak && digitsOnly(val) && len(val) >= 6
	}
	return false
}

func (c *claim) goesAfterFlag(val []byte, look value.Look, password bool) bool {
	switch look {
	case value.Generated, value.UUID:
		return !c.name.Weak || value.Strong(val)
	case value.Plain:
		return !c.name.Weak && hasAlnum(val, 6)
	case value.Identifier:
		return value.DigitCount(val) > 0 && len(val) >= 6 && !c.name.Weak || password && !camel(val) && c.view.NameOf(val).Class == name.None && !c.name.Weak
	case value.Word:
		return password && !c.name.Weak && len(val) >= 4 && allLower(val) && !stopWord(val)
	}
	return false
}

// namesSecret: the value is itself the name of a secret, a variable most likely.
// variable: an identifier that ends in a secret word, such as
// testRSA2048PrivateKey: code hands it on.
func variable(v *scan.View, b []byte) bool {
	for _, c := range b {
		if !alnum(c) && c != '_' {
			return false
		}
	}
	n := v.Holder(b)
	end := len(b)
	if n.Kind != name.Password {
		for end > 0 && digit(b[end-1]) {
			end--
		}
	}
	return n.Class == name.Holds && n.End == end && (lower(b[0]) || upper(b[0])) && !(len(b) >= 32 && value.Hex(b)) && n.Start > 0 && n.Start < 48
}

func namesSecret(v *scan.View, b []byte) bool {
	n := v.NameOf(b)
	return n.Class != name.None && !(n.Class == name.Holds && n.Kind == name.Password && n.Weak)
}

func camel(b []byte) bool {
	for i := 1; i < len(b); i++ {
		if upper(b[i]) && lower(b[i-1]) {
			return true
		}
	}
	return upper(b[0]) && len(b) > 1 && lower(b[1])
}

func dotted(b []byte) bool {
	for _, c := range b {
		if c == '.' {
			return true
		}
	}
	return false
}

func hasLetter(b []byte) bool {
	for _, c := range b {
		if alpha(c) {
			return true
		}
	}
	return false
}

func stopWord(b []byte) bool {
	switch string(b) {
	case "to", "the", "and", "or", "for", "with", "from", "flag", "option", "options", "argument", "parameter", "must", "will",
		"should", "instead", "when", "that", "this", "which", "into", "also", "used", "value", "then", "than", "your", "have",
		"see", "are", "not", "was", "has", "any", "you", "can", "its", "all", "per", "use", "set", "ask",
		"here", "command", "description", "respectively", "switches", "been", "they", "these", "same", "least", "does", "specifies", "sets", "file",
		"cannot", "required", "only", "without":
		return true
	}
	return false
}

// sourceOnly reports what stands on the right-hand side in source alone: a
// comment before the value, !0 of minified scripts, a type with parameters.
func sourceOnly(s, val []byte, end int) bool {
	if len(val) < 2 {
		return false
	}
	if val[0] == '/' && val[1] == '*' || val[0] == '!' && (val[1] == '0' || val[1] == '1') && (len(val) == 2 || !alnum(val[2])) {
		return true
	}
	k := 0
	for k < len(val) && (alnum(val[k]) || val[k] == '_' || val[k] == '$') {
		k++
	}
	if !upper(val[0]) || !anyLower(val[:k]) {
		return false
	}
	return k+1 < len(val) && val[k] == '<' && val[k+1] == '{' || k == len(val) && end < len(s) && s[end] == '<' && end+1 < len(s) && upper(s[end+1])
}

// constant reports whether the last part of a name is in capitals, behind the
// object that holds it: exports.ER_NOT_VALID_PASSWORD.
func constant(name []byte) bool {
	dot := bytes.LastIndexByte(name, '.')
	return dot > 0 && dot+1 < len(name) && !anyLower(name[dot+1:])
}
