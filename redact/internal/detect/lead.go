package detect

import (
	"jezero/redact/internal/name"
	"jezero/redact/internal/scan"
)

// netrc: the line or the lines before name a machine or a login.
func (c *claim) netrc(s, val []byte) bool {
	if c.name.Kind != name.Password || c.gap.form != formBlank || c.gap.quotedName {
		return false
	}
	if c.directive(s) {
		return tailAt(s, c.gap.at+len(val)) == tailEnd
	}
	if !c.name.Bare || c.start > 0 && s[c.start-1] == '$' || !blank(s[c.end]) {
		return false
	}
	low := c.view.Backward(c.start, 0, 80)
	for i := c.start - 1; i >= low; i-- {
		if s[i] != ' ' && s[i] != '\t' && s[i] != '\n' {
			continue
		}
		if w := s[i+1 : c.start]; at(w, 0, "login ") || at(w, 0, "machine ") || at(w, 0, "user ") && words(w) == 2 || at(w, 0, "wifi connect ") {
			return !at(w, 0, "login anonymous ")
		}
	}
	return low == 0 && (at(s, 0, "machine ") || at(s, 0, "login "))
}

// phraseEnd is the end of a wallet's phrase of twelve words or more at i, 0
// when the line is something else.
func phraseEnd(s []byte, i int) int {
	n, end := 0, 0
	for i < len(s) {
		w := i
		for i < len(s) && lower(s[i]) {
			i++
		}
		if i-w < 3 || i-w > 8 {
			break
		}
		n++
		end = i
		if i >= len(s) || s[i] != ' ' {
			break
		}
		i++
	}
	if n < 12 {
		return 0
	}
	return end
}

// passphraseEnd is the end of a passphrase of four to ten plain words that fill
// the rest of the line at i, 0 when the line is something else. The little words
// that hold sentences together, a capital and a full stop show that it is prose.
func passphraseEnd(s []byte, i int) int {
	n := 0
	for i < len(s) {
		w := i
		for i < len(s) && lower(s[i]) {
			i++
		}
		if n++; i-w < 3 || i-w > 12 || n > 10 || stopWord(s[w:i]) {
			return 0
		}
		if i == len(s) || s[i] != ' ' {
			break
		}
		i++
	}
	if n < 4 || tailAt(s, i) != tailEnd || i < len(s) && newline(s, i) == 0 {
		return 0
	}
	return i
}

// environment: the word before a name sets a variable of the environment.
func environment(s []byte, start int) bool {
	i := start
	for i > 0 && blank(s[i-1]) {
		i--
	}
	if i == start {
		return false
	}
	for _, w := range [...]string{"env", "setenv"} {
		if k := i - len(w); at(s, k, w) && (k == 0 || !alnum(s[k-1]) && s[k-1] != '-' && s[k-1] != '_' && s[k-1] != '.') {
			return true
		}
	}
	return false
}

// userWord: the name of what stands before a password in a pair.
func userWord(w []byte) bool {
	for i := len(w) - 1; i >= 0; i-- {
		if !alpha(w[i]) {
			w = w[i+1:]
			break
		}
	}
	return listed(w, userWords[:])
}

var userWords = [...]string{"user", "username", "login", "usr", "account", "email", "uid", "name", "userid", "admin"}

// afterUser is where the password of user/password begins.
func afterUser(s []byte, i, end int) int {
	at := -1
	for k := i; k < end; k++ {
		if s[k] == '/' {
			if at >= 0 {
				return i // a path
			}
			at = k
		}
	}
	if at <= i || at+1 >= end {
		return i
	}
	return at + 1
}

// besideUser: a little before i something is called the user or the login.
func besideUser(v *scan.View, i int) bool {
	s := v.Src
	var none scan.Stretch
	walked := &none
	if v.Walked != nil {
		walked = &v.Walked.Users
	}
	low, last := v.Backward(i, 0, 80), i
	for k := i; k > low; k-- {
		if k = walked.SkipBack(v, k); k <= low {
			break
		}
		if c := s[k-1] | 0x20; c == 'u' && at(s, k-1, "user") || c == 'l' && at(s, k-1, "login") {
			if !insideRedacted(s, k-1) {
				return true
			}
			last = k - 1
		}
	}
	if last-low > 64 {
		walked.Saw(v, low, last)
	}
	return false
}

// underUser: the line above gives a user's name in the same form.
func (c *claim) underUser(s []byte) bool {
	from, known := lineStart(c.view, c.start, 64)
	if !known || from == 0 {
		return false
	}
	i, ok := lineStart(c.view, from-newlineBefore(s, from), 200)
	if !ok {
		return false
	}
	for i < from && !alnum(s[i]) {
		i++
	}
	k := i
	for k < from && (alnum(s[k]) || s[k] == '_' || s[k] == '-') {
		k++
	}
	if !userWord(s[i:k]) {
		return false
	}
	for k < from && (quote(s[k]) || blank(s[k])) {
		k++
	}
	return k < from && (s[k] == ':' || s[k] == '=')
}

// newlineBefore is the length of the line break, real or escaped, that ends
// right before i.
func newlineBefore(s []byte, i int) int {
	switch {
	case i > 0 && s[i-1] == '\n' && i > 1 && s[i-2] == '\r':
		return 2
	case i > 0 && s[i-1] == '\n':
		return 1
	}
	n := 1
	for n < i && s[i-1-n] == '\\' {
		n++
	}
	return min(n, i)
}

// directive: a line of a configuration file that sets a password with a blank.
func (c *claim) directive(s []byte) bool {
	switch nm := s[c.start:c.end]; len(nm) {
	case 11, 10, 6:
		return (at(nm, 0, "requirepass") || at(nm, 0, "masterauth") || at(nm, 0, "bindpw") || at(nm, 0, "rootpw")) && c.leads(s)
	}
	return false
}

// inPairs: the value belongs to a list of pairs such as a connection string:
// name=value;name=value.
func (c *claim) inPairs(s []byte, end int) bool {
	if end < len(s) && s[end] == ';' && assignmentAt(s, end+1) {
		return true
	}
	i := c.start
	for i > 0 && s[i-1] == ' ' {
		i--
	}
	return end < len(s) && s[end] == ';' && i > 0 && s[i-1] == ';'
}

// leads: the name is the first thing on its line but for decoration: diff and
// prompt marks, bullets, numbers, export, set, -e, ENV.
func (c *claim) leads(s []byte) bool {
	from, known := lineStart(c.view, c.start, 64)
	if !known {
		return false
	}
	for i := from; i < c.start; {
		ch := s[i]
		switch {
		case blank(ch) || ch == '+' || ch == '-' || ch == '>' || ch == '$' || ch == '*' || ch == '|' || ch == '#' || ch == '"' || ch == '\'' || ch == ';' || ch == '%' || ch == '/' || ch == '@':
			i++
		case digit(ch) || ch == ':':
			i++
		case ansi(s, i) > 0:
			i += ansi(s, i)
		case ch == 0xe2 || ch == 0x86 || ch == 0x92:
			i++ // the arrow after line numbers
		default:
			k := i
			for k < c.start && alpha(s[k]) {
				k++
			}
			if k == i || !leadWord(s[i:k]) {
				return false
			}
			i = k
		}
	}
	return true
}

func leadWord(w []byte) bool {
	for _, l := range [...]string{"export", "set", "setx", "env", "arg", "declare", "local", "readonly", "typeset", "e", "environment", "x", "the", "my", "your", "user", "new", "default", "admin", "root", "db", "database", "temp", "temporary", "initial", "current"} {
		if len(w) == len(l) && at(w, 0, l) {
			return true
		}
	}
	return false
}
