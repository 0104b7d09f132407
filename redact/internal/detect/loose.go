package detect

import (
	"jezero/redact/internal/name"
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// glued: a value that hangs on its name with a dash or underscore:
// prospect-token-ba98cfe3…, datadog_secret_key-3c0c3965….
func glued(v *scan.View, out *scan.Out, from, to, e int) {
	s := v.Src
	if s[to] != '-' && s[to] != '_' {
		return
	}
	k := e
	for k < len(s) && (s[k] == '-' || s[k] == '.') {
		k++
	}
	if k < len(s) && s[k] == '[' && value.RedactedLen(s[k:min(len(s), k+90)]) > 0 {
		return // the last piece is gone already
	}
	// The value is the last piece; words may stand between.
	i := e
	if e-36 > to && value.UUIDAt(s, e-36) && (s[e-37] == '-' || s[e-37] == '_') && e-36-to <= 24 {
		start, _ := nameStart(s, from)
		if n := v.NameOf(s[start:to]); n.Class == name.Holds && !n.Bare && !n.Weak && n.Kind <= name.Key && start+n.End == to && !underID(s, start) {
			out.Add(scan.Span{Match: start, MatchEnd: e, Start: e - 36, End: e, Rule: ruleLoose, Confidence: ruleLoose.Confidence})
		}
		return
	}
	for i > to && (alnum(s[i-1]) || s[i-1] == '_' && s[to] == '-') {
		i--
	}
	if i <= to || e-i < 20 || e < len(s) && (s[e] == '.' || s[e] == '/' || s[e] == '=' || s[e] == '(') {
		return
	}
	val := s[i:e]
	if !value.Strong(val) || value.DigitCount(val) < 2 || i-to > 24 {
		return
	}
	start, _ := nameStart(s, from)
	n := v.NameOf(s[start:to])
	if n.Class != name.Holds || n.Kind == name.Auth || n.Kind == name.Signature || n.Kind == name.Session || start+n.End != to || underID(s, start) {
		return
	}
	out.Add(scan.Span{Match: start, MatchEnd: e, Start: i, End: e, Rule: ruleLoose, Confidence: ruleLoose.Confidence})
}

// underID: the text that begins at i is the value of a field called id, so that
// the word before a UUID says of what kind the thing is: "id": "ApiKey-<uuid>".
func underID(s []byte, i int) bool {
	k := i
	for k > 0 && i-k < 8 && (quote(s[k-1]) || s[k-1] == '\\') {
		k--
	}
	for k > 0 && i-k < 16 && blank(s[k-1]) {
		k--
	}
	if k == 0 || s[k-1] != ':' && s[k-1] != '=' {
		return false
	}
	for k--; k > 0 && i-k < 24 && (quote(s[k-1]) || s[k-1] == '\\' || blank(s[k-1])); k-- {
	}
	return k >= 2 && at(s, k-2, "id") && (k == 2 || !lower(s[k-3]) || s[k-2] == 'I')
}

// loneWord: "provider ACCESS value", "provider private value".
func loneWord(v *scan.View, out *scan.Out) {
	s := v.Src
	i := skipBlanks(s, v.To)
	if i >= len(s) || v.At > 0 && alnum(s[v.At-1]) && lower(s[v.At]) {
		return
	}
	k, digits := i, 0
	for k < len(s) && k-i < 200 && (alnum(s[k]) || s[k] == '-' || s[k] == '_' || s[k] == '.' || s[k] == '+' || s[k] == '/' || s[k] == '=') {
		if digit(s[k]) {
			digits++
		}
		k++
	}
	if digits < 2 || k-i < 16 || k < len(s) && (s[k] == '(' || s[k] == ':' || s[k] == '[') {
		return
	}
	val := s[i:k]
	look := v.Look(val)
	if look == value.UUID && upper(s[v.At]) || look == value.Generated && value.Strong(val) && !pathlike(val) {
		out.Add(scan.Span{Match: v.At, MatchEnd: k, Start: i, End: k, Rule: ruleLoose, Confidence: ruleLoose.Confidence})
	}
}

// nextLine: the name ends its line; the next line is the value and nothing else.
func (c *claim) nextLine(v *scan.View, out *scan.Out) {
	if c.pair(v, out) {
		return
	}
	s := v.Src
	i := c.gap.at
	n := newline(s, i)
	if c.flag {
		c.item(v, out, i+n)
	}
	if i > 0 && s[i-1] == ',' || c.gap.quotedName {
		return
	}
	// The line is a heading for the next one: a few words and no sentence.
	from, known := lineStart(v, c.start, 48)
	if !known || words(s[from:c.start]) > 3 || hasByte(s[from:c.start], ':') || c.start-from > 24 && !spaced(s[from:c.start]) {
		return
	}
	c.lineBelow(v, out, i+n)
}

// lineBelow judges the line at i: a single token that looks generated.
func (c *claim) lineBelow(v *scan.View, out *scan.Out, i int) {
	s := v.Src
	for m := 0; m < 2; m++ {
		i = skipDress(s, i)
		if n := newline(s, i); n > 0 {
			i += n
			continue
		}
		break
	}
	i = skipDress(s, i)
	if i >= len(s) || quote(s[i]) && c.gap.form != formColon {
		return
	}
	end := bareAt(v, i, bare{})
	if end-i < 8 || end-i < 12 && c.name.Kind != name.Password || tailAt(s, end) != tailEnd && end < len(s) {
		return
	}
	if end < len(s) && s[end] != '\n' && s[end] != '\r' && newline(s, end) == 0 && !blank(s[end]) {
		return
	}
	val := s[i:end]
	if c.name.Plural && c.gap.form != formColon || assigned(val) {
		return // a heading, and a pair with a name of its own below it
	}
	if look := v.Look(val); tokenBytes(val) && look == value.Generated && value.Strong(val) && value.DigitCount(val) > 0 && !pathlike(val) && (c.gap.form == formColon || !c.name.Bare || mixedOrUpper(val)) {
		c.lit = literal{}
		c.add(v, out, i, end, "")
	} else if c.gap.form == formColon && c.name.Kind == name.Password && !c.name.Weak && !c.name.Plural && loginPassword(v, val) && tokenBytes(val) && !promptLine(val) {
		c.lit = literal{}
		c.add(v, out, i, end, "")
	}
}

// promptLine: what a shell writes when it waits, web1:~$, or the place of something.
func promptLine(b []byte) bool {
	switch b[len(b)-1] {
	case '$', '#', '>', '%', ':':
		return true
	}
	return hasByte(b, '@') || hasByte(b, ':') || hasByte(b, '/')
}

func mixedOrUpper(b []byte) bool {
	for _, c := range b {
		if upper(c) {
			return true
		}
	}
	return value.Hex(b)
}

// statement: PASSWORD 'x' and the like in SQL, where a blank is the operator.
func (c *claim) statement(s, val []byte) bool {
	if c.gap.form != formBlank || c.name.Kind != name.Password || !c.lit.quoted || c.gap.quotedName || c.lit.mark == '`' || spaced(val) {
		return false
	}
	look := c.view.Look(val)
	if look < value.Word || look == value.Number {
		return look == value.Number
	}
	if upper(s[c.start]) && upper(s[c.end-1]) {
		return true
	}
	// keyPassword "x", a line of a build file; :password "x", a member of a map.
	if !c.name.Weak && value.DigitCount(val) > 0 && lower(s[c.start]) && (c.leads(s) && tailAt(s, c.lit.after) == tailEnd || c.start > 0 && s[c.start-1] == ':') {
		return true
	}
	i := c.start
	for i > 0 && blank(s[i-1]) {
		i--
	}
	for _, w := range [...]string{"with", "set", "setq", "def", "define", "defvar", "encrypted", "role", "user", "login"} {
		if at(s, i-len(w), w) {
			return look != value.Word || len(val) >= 4
		}
	}
	return false
}
