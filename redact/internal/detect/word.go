package detect

import (
	"bytes"

	"jezero/redact/internal/name"
	"jezero/redact/internal/scan"
	"jezero/redact/internal/swar"
	"jezero/redact/internal/value"
	"jezero/redact/rule"
)

// claim is a name with the value that it may hold.
type claim struct {
	view       *scan.View
	name       name.Verdict
	start, end int // of the name
	gap        gap
	flag       bool
	shouts     bool // the name is in capitals: a variable of the environment
	cell       bool // the name stands at the start of a table's cell
	listed     bool // the name is one of a list of strings
	query      bool // a parameter of a URL
	paired     bool // a user's name stands beside it
	slash      bool // the name is user/password, and so is the value
	lit        literal
}

const (
	maxRight = 48
	maxLeft  = 64
)

// word looks at a secret word: is it the end of a name that holds a secret,
// and does a value follow that could be one?
func word(v *scan.View, out *scan.Out) {
	s := v.Src
	from, to := v.At, v.To
	// Some literals carry the byte beside the word, to be rarer.
	for !alnum(s[from]) && s[from] < 0x80 {
		from++
	}
	for !alnum(s[to-1]) && s[to-1] < 0x80 {
		to--
	}
	if to == len(s) && from > 4 && s[from-1] == ' ' {
		asName(v, out, from, to)
	}
	if !wordBoundary(s, from, to) {
		return
	}
	e := to
	for lim := min(len(s), e+maxRight); e < lim && nameByte(s[e]); e++ {
		if s[e] >= 0x80 && (s[to-1] >= 0x80 && gluedCopula(s, e) > 0 || s[e] == 0xef || wideBlank(s, e) > 0) {
			break
		}
	}
	// Sentences end in a full stop, kebab names of values start with a dash.
	for e > to && (s[e-1] == '.' || s[e-1] == '-') {
		e--
	}
	// key-<hex>, SECRET-<value>: the value is glued on with a dash or underscore.
	if e > to+16 {
		glued(v, out, from, to, e)
	}
	if from > 4 && s[from-1] == ' ' {
		asName(v, out, from, e)
	}
	if e >= len(s) {
		return
	}
	switch s[e] {
	case ' ', '\t':
		if toldBehind(v, from, e) {
			return
		}
		// Prose: the next word must have something that words do not have.
		if !promising(s, e) || s[to-1]|0x20 == 'w' && switchAt(s, e) {
			if directive(v, out, nameBegin(s, from), e) {
				return
			}
			announced(v, out, from, e)
			return
		}
	case ')', ';', '/':
		if i := nameBegin(s, from); s[e] != ')' || i < 3 || s[i-1] != ' ' || s[i-2] != '=' {
			return
		}
	}
	start, flag := nameStart(s, from)
	c := claim{view: v, start: start, end: e, flag: flag}
	if idle(s, e) {
		if !compared(s, start) {
			return
		}
	} else if c.gap = gapAfter(s, e, flag); c.gap.form == formNone && aside(s, start, e) {
		return
	}
	c.name = v.Names.Holder(s[start:e])
	if e == to && bytes.IndexByte(s[from:to], ' ') > 0 { // mot de passe
		c.name = name.Verdict{Class: name.Holds, Kind: name.Password, Start: from - start, End: to - start}
	}
	if (c.name.Kind == name.Key || c.name.Kind == name.Passphrase) && c.name.Weak && c.name.Bare && start > 3 && s[start-1] == ' ' {
		// api key, access key: names of two words.
		k := wordBefore(s, start)
		if two := v.Names.Of(s[k:e]); two.Class == name.Mentions || two.Class == name.Holds && !two.Weak {
			c.start, start, c.name = k, k, two
		}
	}
	if c.name.Class != name.Holds || start+c.name.End <= from || start+c.name.Start >= to {
		// The deciding word is another one, which has its own anchor.
		return
	}
	if start > 1 && s[start-1] == '{' && (s[start-2] == '$' || s[start-2] == '#') {
		return // ${password}:…
	}
	if c.name.Kind == name.Token && c.name.Bare && start > 4 && s[start-1] == ' ' && parsed(s, start-1) {
		return // unexpected token: "…", what a parser says
	}
	if e-start > 24 && value.Strong(s[start:e]) {
		return // letters in the middle of base64
	}
	if start > 1 && s[start-1] == '/' && alnum(s[start-2]) {
		// checksum/secret: a path as a name.
		k := nameBegin(s, start-1)
		if j := skipBlanks(s, e); v.NameOf(s[k:e]).Class != name.Holds || blank(s[e]) && (j >= len(s) || s[j] != '=' && s[j] != ':') {
			return
		}
		if c.name.Kind == name.Password && userWord(s[k:start-1]) {
			c.start, c.slash, c.paired, c.name.Weak = k, true, true, false
		}
	}
	if start > 0 && s[start-1] == ']' && redactedBefore(s, start) {
		return // they were, before the token in front of them went
	}
	if start > 1 && (s[start-1] == ':' && s[start-2] == ':' && s[e] != '(' || s[start-1] == '/' && s[start-2] == '/' && s[e] == ':') {
		return // Module::Pass but not Module::setPass(…), https://x-access-token:…@host
	}
	if k := afterTag(s, e); k > 0 {
		c.gap = gapAfter(s, k, false)
	} else if s[e] == '<' {
		if !c.pairAt(v, out, e) {
			c.htmlCell(v, out)
		}
		return
	}
	if at(s, start-7, "pkcs11:") {
		return // the label of a token
	}
	c.shouts = !anyLower(s[start:e])
	if k := tagEnd(s, start, e); k > 0 {
		c.gap = gap{form: formTag, at: k}
	}
	if c.gap.form == formBlank && c.shouts && environment(s, start) {
		c.gap.form = formEqual // ENV NAME value, setenv NAME value
	}
	if k := skipBlanks(s, e+1); s[e] == ',' && start > 0 && s[start-1] == '{' && k < len(s) && s[k] == '"' {
		if l, ok := quotedAt(v, k); ok && l.closed && l.after < len(s) && s[l.after] == '}' {
			c.gap = gap{form: formSpaced, at: k} // {name, "value"}
		}
	}
	c.find(v, out)
	c.column(v, out)
	if start > 2 && s[start-1] == ' ' && s[start-2] == '=' {
		c.reversed(v, out)
	}
}

// afterTag is where a colon stands behind the closing tag at e, 0 when none does:
// <b>Password</b>: x.
func afterTag(s []byte, e int) int {
	if !at(s, e, "</") {
		return 0
	}
	k := e + 2
	for k < len(s) && k-e < 12 && lower(s[k]) {
		k++
	}
	if k+1 >= len(s) || s[k] != '>' || s[k+1] != ':' {
		return 0
	}
	return k + 1
}

// wordBoundary throws out the words that only start like a secret word:
// passed, passing, keyboard, author, tokenize, sign.
func wordBoundary(s []byte, at, to int) bool {
	if to >= len(s) {
		return false
	}
	c := s[to]
	if !lower(c) && !(upper(c) && upper(s[to-1])) {
		return true
	}
	return goOn[c|0x20]&begun[s[at]|0x20] != 0
}

// begun says by a word's first byte which of the secret words it may be, and goOn by a
// letter which of them go on with it.
var begun, goOn = func() (first, next [256]uint8) {
	const others = 1 << 7
	for i := range first {
		first[i], next[i] = others, others
	}
	for i, w := range [...]struct{ first, next string }{
		{"p", "wpc"},    // pass, pwd, phrase
		{"k", "s"},      // key
		{"ts", "sekta"}, // token, secret, seed, salt
		{"a", "tkspc"},  // auth
	} {
		for _, c := range []byte(w.first) {
			first[c] = 1 << i
		}
		for _, c := range []byte(w.next) {
			next[c] |= 1 << i
		}
	}
	return first, next
}()

// promised is how much of a word promising looks at.
const promised = 40

// promising: after the blanks at e comes an operator, a quote, or a token that
// holds a digit or looks like something else than a word of prose.
func promising(s []byte, e int) bool {
	i := skipDress(s, e)
	if i >= len(s) {
		return false
	}
	c := s[i]
	if !alnum(c) {
		return (c != '(' || ofWhom(s, i) > 0) && (c != '.' || i+1 < len(s) && (s[i+1] == '=' || s[i+1] == ' '))
	}
	switch c | 0x20 {
	case 'i', 'a', 'w', 'l', 'e', 'f': // what they begin with
		if at(s, i, "is") || at(s, i, "as ") || copula(s, i) > 0 || ofWhom(s, i) > 0 {
			return true
		}
	}
	for k := i; k < len(s) && k-i < promised; k++ {
		switch c := s[k]; {
		case digit(c) || c == '=' || upper(c) && k > i && lower(s[k-1]):
			return true
		case space(c):
			// A type may stand before the = of a declaration.
			q := skipBlanks(s, k)
			return q < len(s) && s[q] == '=' || k-i >= 12 && value.Likely(s[i:k]) || flagBefore(s, e)
		}
	}
	return true
}

// flagBefore: the name that ends at e starts with a dash.
func flagBefore(s []byte, e int) bool {
	i := e
	for i > 0 && e-i < maxLeft && nameByte(s[i-1]) {
		i--
	}
	return s[i] == '-'
}

// parsed: the word that ends at i speaks of the tokens of a text.
func parsed(s []byte, i int) bool {
	for _, w := range [...]string{"unrecognized", "unrecognised", "unexpected", "unknown", "illegal", "expected", "next", "previous", "input", "output", "lookahead", "syntax"} {
		if at(s, i-len(w), w) {
			return true
		}
	}
	return false
}

func nameBegin(s []byte, i int) int {
	low := max(0, i-maxLeft)
	for ; i-8 >= low; i -= 8 {
		x := swar.Load(s, i-8)
		if n := swar.BehindLast(^(namesIn(x) | x) & swar.High); n < 8 {
			return i - n
		}
	}
	for i > low && nameByte(s[i-1]) {
		i--
	}
	return i
}

// nameStart walks to the start of the name that holds s[at]. flag says that it
// is a command line flag.
func nameStart(s []byte, at int) (start int, flag bool) {
	i := nameBegin(s, at)
	// \npassword in a string: the n belongs to the escape.
	if i > 0 && s[i-1] == '\\' && i < at && (s[i] == 'n' || s[i] == 'r' || s[i] == 't' || s[i] == 'f' || s[i] == 'v') {
		i++
	}
	dashes := 0
	for i < at && (s[i] == '-' || s[i] == '.') {
		if s[i] == '-' {
			dashes++
		}
		i++
	}
	if dashes > 0 {
		b := i - dashes - 1
		flag = b < 0 || !alnum(s[b]) && s[b] != ')'
	}
	return i, flag
}

// find reads the value and says whether it goes.
func (c *claim) find(v *scan.View, out *scan.Out) {
	s := v.Src
	if c.gap.form == formNone {
		return
	}
	switch c.gap.form {
	case formTag:
		c.element(v, out)
		return
	case formBreak:
		c.nextLine(v, out)
		return
	case formComma:
		if c.start > 0 && s[c.start-1] == '/' || c.pair(v, out) {
			return
		}
		k := c.start - 1
		for k > 0 && (quote(s[k]) || space(s[k]) || s[k] == '\\' || c.flag && s[k] == '-') {
			k--
		}
		if c.end < len(s) && s[c.end] == '`' {
			return // names in a sentence: `derivePassword`, `sha256sum`
		}
		c.listed = k > 0 && (s[k] == ',' || s[k] == '[' || s[k] == '{')
	case formTable:
		k := c.start
		for k > 0 && (blank(s[k-1]) || s[k-1] == '`' || s[k-1] == '*' || s[k-1] == '"' || s[k-1] == '\'') {
			k--
		}
		c.cell = k == 0 || s[k-1] == '|' || s[k-1] == '\n' || s[k-1] == 'n' && k > 1 && s[k-2] == '\\'
	case formCall:
		if !setter(s[c.start:c.end]) {
			return
		}
	}
	i := c.gap.at
	if i >= len(s) {
		return
	}
	if (c.gap.form == formBlank || c.gap.form == formSpaced) && c.gap.quotedName && c.pair(v, out) {
		return
	}
	if s[i] == '(' && c.gap.form != formCall {
		if c.name.Kind == name.Auth || c.name.Kind == name.Credential {
			tuple(v, out, i+1)
			return
		}
		i = skipBlanks(s, i+1)
		if i >= len(s) || !quote(s[i]) {
			if c.gap.form == formEqual {
				c.array(v, out, i)
			}
			return
		}
	}
	if c.gap.form == formColon && c.blockScalar(v, out, i) || c.heredoc(v, out, i) {
		return
	}
	if c.name.Kind == name.Session && c.gap.form <= formEqual && sessionUUID(s, i) || !c.slash && onlyRedacted(s, i, c.gap.form) {
		return
	}
	if p := literalPrefix(s, i); p > 0 {
		i += p
	}
	if l, ok := perlQuoted(v, i); ok {
		c.lit = l
		c.decide(v, out)
		return
	}
	if l, ok := quotedAt(v, i); ok {
		if c.label(v, i, l) {
			c.joined(v, out, l.start)
			return
		}
		if c.gap.form == formComma && l.after < len(s) && s[l.after] == ':' {
			return // the next member's name
		}
		c.lit = l
		if l.end-l.start < 8 || !l.closed || !v.Token(l.start, l.end) {
			c.decide(v, out)
		}
		c.alternatives(v, out, l.after)
		return
	}
	if c.gap.form == formCall || c.gap.form == formComma {
		return
	}
	if s[i] == '[' && c.gap.form <= formSpaced && c.list(v, out, i+1) {
		return
	}
	if c.gap.form == formSpaced || c.gap.form == formColon {
		c.fallback(v, out, i)
	}
	if c.wrappedLiteral(v, out, i) {
		return
	}
	c.bare(v, out, i)
}

// sessionUUID: a UUID in quotes stands at i, and no other literal follows it. It
// names a session and opens none; transcripts say it on every line.
func sessionUUID(s []byte, i int) bool {
	const after = 1 + 36 + 1
	return i+after < len(s) && s[i] == '"' && s[i+after-1] == '"' && (s[i+after] == ',' || s[i+after] == '}') && value.UUIDAt(s, i+1)
}

// onlyRedacted: the value at i is a placeholder of ours and nothing else, in
// quotes, behind a blank or an equals sign, and no other literal follows it.
func onlyRedacted(s []byte, i int, f form) bool {
	q := s[i]
	if quote(q) {
		i++
	} else if q != '[' || f != formEqual && f != formBlank {
		return false
	}
	if i >= len(s) || s[i] != '[' {
		return false
	}
	n := value.RedactedLen(s[i:min(len(s), i+90)])
	if n == 0 || i+n+3 >= len(s) {
		return false
	}
	for _, c := range s[i+1 : i+n-1] {
		if !nameByte(c) && c != ':' {
			return false
		}
	}
	i += n
	if q == '[' {
		return endsRedacted(s, i)
	}
	return s[i] == q && s[i+1] != q && joiner(s, skipBlanks(s, i+1)) == 0
}

// endsRedacted: what stands at i, behind a placeholder without quotes, ends the
// value.
func endsRedacted(s []byte, i int) bool {
	return s[i] == '\n' || s[i] == '"' || s[i] == ' ' || s[i] == '\\' && s[i+1] == 'n'
}

// setter: the name of a call that takes the secret, setPassword, withToken,
// apiKey; not one that makes, finds or reads something by the argument.
func setter(nm []byte) bool {
	// Of a dotted path the last part is the call.
	for i := len(nm) - 1; i >= 0; i-- {
		if nm[i] == '.' {
			nm = nm[i+1:]
			break
		}
	}
	for _, w := range [...]string{"set", "with", "add", "put", "append", "use", "pass", "token", "secret", "auth", "api", "bearer", "access", "private",
		"client", "basic", "user", "admin", "db", "signing", "jwt", "app", "encryption", "key", "account", "session", "refresh", "shared"} {
		if at(nm, 0, w) && (len(nm) == len(w) || !lower(nm[len(w)]) || w == "pass" || w == "api" || w == "auth") {
			return true
		}
	}
	return false
}

// literalPrefix is the length of a prefix of a string literal: r"", b"", f"",
// L"", N”, @"", $"", u8"".
func literalPrefix(s []byte, i int) int {
	n := 0
	for i+n < len(s) && n < 3 && (alpha(s[i+n]) || s[i+n] == '@' || s[i+n] == '$' || s[i+n] == '#' || s[i+n] == '8') {
		n++
	}
	if n > 0 && n < 3 && i+n < len(s) && (s[i+n] == '"' || s[i+n] == '\'') {
		return n
	}
	return 0
}

// label: the quote is the end of a string that holds the name, "Password: ",
// and no value follows.
func (c *claim) label(v *scan.View, i int, l literal) bool {
	s := v.Src
	if c.gap.quotedName && !c.gap.broken {
		return false
	}
	if l.start < len(s) && alnum(s[l.start]) && !c.gap.broken {
		return false // a value begins here: what follows a closing quote is no letter
	}
	if c.gap.broken && c.gap.form == formColon && !c.gap.quotedName && l.mark != '"' && l.mark != '\'' {
		return true
	}
	// Count the quotes of the same kind from the start of the line to the value.
	from, known := lineStart(v, c.start, 240)
	if !known {
		// The line is longer than the look back, minified code most likely: the
		// nearest quote before the name opened the string if text follows it.
		p := v.LastQuote(l.mark, l.level, from, c.start)
		return p >= 0 && (p+1 == c.start || alnum(s[p+1]))
	}
	return v.OddQuotes(l.mark, l.level, from, i)
}

// add reports the value [start,end).
func (c *claim) add(v *scan.View, out *scan.Out, start, end int, wrap string) {
	if end <= start {
		return
	}
	r := RuleOf(c.name.Kind)
	sp := scan.Span{Match: c.start, MatchEnd: max(end, c.lit.after), Start: start, End: end, Rule: r, Confidence: r.Confidence, Wrap: wrap}
	if c.gap.form == formBlank || c.gap.form == formDash || c.gap.form == formIs || c.gap.form == formBreak {
		sp.Rule, sp.Confidence = ruleLoose, ruleLoose.Confidence
		if c.name.Kind == name.Password || c.name.Kind == name.Passphrase {
			sp.Rule = rulePassword
		}
	}
	if end == len(v.Src) && !v.Finish {
		openSpan(&sp, c.lit)
		if c.query {
			sp.Alphabet = sp.Alphabet.Or(rule.Chars("%")) // what a URL escapes
		}
	}
	out.Add(sp)
}
