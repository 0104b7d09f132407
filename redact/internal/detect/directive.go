package detect

import (
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// directive finds the password of a file whose grammar says that the next word
// is one, be it a plain word: .netrc, and the lines of server configurations
// that hold nothing but a name and a password. It reports whether it is such a
// place. The name is s[start:e], a blank stands at e.
func directive(v *scan.View, out *scan.Out, start, e int) bool {
	s := v.Src
	netrc := netrcPassword(s, start, e)
	if !netrc && !lineDirective(s, start, e) {
		return false
	}
	i := skipBlanks(s, e)
	if !netrc {
		i = pastSwitches(s, i)
	}
	end := i
	for end < len(s) && s[end] > ' ' && s[end] != 0x7f && !(s[end] == '\\' && escapeEnds(s, end)) && end-i < 256 {
		end++
	}
	if k := skipBlanks(s, end); !netrc && k < len(s) && newline(s, k) == 0 && !switchAt(s, k) {
		return false // more words: prose
	}
	if end == i || end == len(s) && !v.Finish || quote(s[i]) || !commandValue(v, s[i:end]) || v.Look(s[i:end]) == value.Keyword {
		return false
	}
	out.Add(scan.Span{Match: start, MatchEnd: end, Start: i, End: end, Rule: ruleNetrc, Confidence: ruleNetrc.Confidence})
	return true
}

// directs reports whether the name s[start:e] is one that directive takes a word after.
func directs(s []byte, start, e int) bool {
	return netrcPassword(s, start, e) || lineDirective(s, start, e)
}

// netrcPassword: the name is that of a password in .netrc.
func netrcPassword(s []byte, start, e int) bool {
	return e-start == len("password") && at(s, start, "password") && netrcLogin(s, start)
}

// switchAt: --word stands behind the blanks at i.
func switchAt(s []byte, i int) bool {
	i = skipBlanks(s, i)
	return i+2 < len(s) && s[i] == '-' && s[i+1] == '-' && lower(s[i+2])
}

// pastSwitches skips --plaintext and other switches of Kickstart's rootpw; the
// hash behind --iscrypted is found as one.
func pastSwitches(s []byte, i int) int {
	for n := 0; n < 4 && switchAt(s, i); n++ {
		for i < len(s) && (lower(s[i]) || s[i] == '-') {
			i++
		}
		if i >= len(s) || !blank(s[i]) {
			return i
		}
		i = skipBlanks(s, i)
	}
	return i
}

// lineDirective: a line begins with a name that only configurations have.
func lineDirective(s []byte, start, e int) bool {
	if start > 0 && s[start-1] != '\n' {
		return false
	}
	for _, w := range [...]string{"masterauth", "requirepass", "rootpw"} {
		if e-start == len(w) && at(s, start, w) {
			return true
		}
	}
	return false
}

// netrcLogin: machine NAME login NAME, or default login NAME, stands before i,
// on one line or several.
func netrcLogin(s []byte, i int) bool {
	word := func() (from int) {
		for n := 0; i > 0 && space(s[i-1]) && n < 40; n++ {
			i--
		}
		to := i
		for i > 0 && s[i-1] > ' ' && to-i < 80 {
			i--
		}
		return i
	}
	if i == 0 || !space(s[i-1]) {
		return false
	}
	word()
	if !at(s, word(), "login") {
		return false
	}
	k := word()
	if at(s, k, "default") {
		return true
	}
	for h := k; h < len(s) && s[h] > ' '; h++ {
		if s[h] == '.' || digit(s[h]) {
			return at(s, word(), "machine")
		}
	}
	return at(s, k, "localhost") && at(s, word(), "machine") // any other word: prose
}
