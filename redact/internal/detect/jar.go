package detect

import "jezero/redact/internal/scan"

// Cookies outside of headers: the file that curl and browsers write, and the
// fields of a recorded session.

// jarLine finds the value in a line of a Netscape cookie file:
//
//	domain  TRUE  /path  FALSE  expiry  name  value
//
// The tabs may be those of a string.
func jarLine(v *scan.View, out *scan.Out) {
	s := v.Src
	dots, i := 0, v.At
	for low := max(0, v.At-80); i > low && (alnum(s[i-1]) || s[i-1] == '.' || s[i-1] == '-'); i-- {
		if s[i-1] == '.' {
			dots++
		}
	}
	if i == v.At || dots == 0 && !at(s, i, "localhost") || v.To >= len(s) || s[v.To] != '/' {
		return
	}
	i = v.To
	var field [2]int // where the last one begins and ends
	for n := range 4 {
		from := i
		for i < len(s) && i-from < 200 && s[i] > ' ' && tabAt(s, i) == 0 {
			i++
		}
		if i == from || tabAt(s, i) == 0 || n == 2 && !digitsOnly(s[from:i]) {
			return
		}
		field = [2]int{from, i}
		i += tabAt(s, i)
	}
	end := i
	for end < len(s) && end-i < 4096 && s[end] > ' ' && !quote(s[end]) && !(s[end] == '\\' && escapeEnds(s, end)) {
		end++
	}
	if end == len(s) && !v.Finish {
		return
	}
	if val := s[i:end]; len(val) > 0 && redactedIn(val, 0, len(val)) < 0 && sessionValue(v, s[field[0]:field[1]], val) {
		out.Add(scan.Span{Match: v.At, MatchEnd: end, Start: i, End: end, Rule: ruleSession, Confidence: ruleSession.Confidence})
	}
}

// tabAt is the length of a tab at i, as it is or as a string escapes it.
func tabAt(s []byte, i int) int {
	switch {
	case i >= len(s):
		return 0
	case s[i] == '\t':
		return 1
	case s[i] == '\\' && i+1 < len(s) && s[i+1] == 't':
		return 2
	}
	return 0
}

// jarField finds the value of a cookie that a recording keeps in fields:
// {"name":"session","value":"x"}. The literal ends where the value begins.
func jarField(v *scan.View, out *scan.Out) {
	s := v.Src
	l, ok := quotedAt(v, v.To-1)
	if !ok || !l.closed || l.start >= l.end {
		return
	}
	if val := s[l.start:l.end]; redactedIn(val, 0, len(val)) < 0 && sessionValue(v, []byte("session"), val) {
		out.Add(scan.Span{Match: v.At, MatchEnd: l.end, Start: l.start, End: l.end, Rule: ruleSession, Confidence: ruleSession.Confidence})
	}
}
