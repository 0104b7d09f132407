package detect

import (
	"jezero/redact/internal/name"
)

// netrc: the line or the lines before name a machine or a login.
func (c *claim) netrc(s, val []byte) bool {
	if c.name.Kind != name.Password || c.gap.form != formBlank || c.gap.quotedName {
		return false
	}
	if c.directive(s) {
		return tailAt(s, c.gap.at+len(val)) == tailEnd
	}
	low := max(0, c.start-200)
	for i := c.start - 1; i >= low; i-- {
		if s[i] != ' ' && s[i] != '\t' && s[i] != '\n' {
			continue
		}
		if w := s[i+1 : c.start]; at(w, 0, "login ") || at(w, 0, "machine ") || at(w, 0, "user ") && words(w) == 2 {
			return true
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
	from, known := lineStart(s, c.start, 64)
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
