package detect

import (
	"bytes"

	"jezero/redact/internal/name"
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// maxAs bounds how far before its name a value of asName begins.
const maxAs = 256

// asName: "use X as the password", the value before its name. It is as strict
// as "the password is X", and wants a digit even in quotes.
func asName(v *scan.View, out *scan.Out, from, e int) {
	s := v.Src
	start, i := from, from
	for n := 0; ; n++ {
		if n == 4 || i < 4 || s[i-1] != ' ' {
			return
		}
		p := i - 1
		for p > 0 && kinds[s[p-1]]&isWord != 0 {
			p--
		}
		switch w := s[p : i-1]; {
		case string(w) == "as":
		case n < 3 && article(w):
			i = p
			if i < 4 || string(s[i-4:i]) != " as " {
				return
			}
			p = i - 3
		default:
			start, i = p, p
			continue
		}
		i = p
		break
	}
	c := claim{start: start, end: e, gap: gap{form: formIs}}
	c.name = v.NameOf(s[start:e])
	if c.name.Class != name.Holds || c.name.Weak && c.name.Bare || start+c.name.End != e {
		return
	}
	end := i - 1
	if end < 1 || s[end] != ' ' {
		return
	}
	lo := max(0, end-maxAs)
	b := end
	if q := s[end-1]; quote(q) {
		c.lit.quoted = true
		end--
		for b = end; b > lo && s[b-1] != q && s[b-1] != '\n'; b-- {
		}
	} else {
		for b > lo && s[b-1] > ' ' {
			b--
		}
	}
	if b == lo && !(lo == 0 && v.Begin) || b >= end || c.lit.quoted && (b == 0 || s[b-1] != s[end]) {
		return
	}
	val := s[b:end]
	if look := v.Look(val); look < value.Word || !tokenBytes(val) || value.DigitCount(val) == 0 ||
		!c.goesLoosely(val, look) && (c.name.Kind != name.Password || len(val) < 8 || !hasLetter(val) || look == value.Number || namesSecret(v, val)) {
		return
	}
	out.Add(scan.Span{Match: b, MatchEnd: e, Start: b, End: end, Rule: ruleLoose, Confidence: ruleLoose.Confidence})
}

func article(w []byte) bool {
	switch string(w) {
	case "the", "a", "an", "my", "your", "our", "its", "their", "his", "her":
		return true
	}
	return false
}

// announced: "Please use the following password to go on:", and the value alone
// on the next line that is not empty.
func announced(v *scan.View, out *scan.Out, from, e int) {
	s := v.Src
	if from < 4 || s[from-1] != ' ' {
		return
	}
	p := from - 1
	for p > 0 && alnum(s[p-1]) {
		p--
	}
	switch string(s[p : from-1]) {
	case "following", "initial", "generated", "new", "temporary", "admin", "root":
	default:
		return
	}
	k := e
	for k < len(s) && k-e < 100 && newline(s, k) == 0 {
		k++
	}
	n := 0
	if k < len(s) {
		n = newline(s, k)
	}
	if n == 0 || s[k-1] != ':' {
		return
	}
	c := claim{start: from, end: e, gap: gap{form: formColon, at: k}}
	if c.name = v.NameOf(s[from:e]); c.name.Class == name.Holds && c.name.Kind == name.Password && !c.name.Plural && !hashed(s[e:k]) {
		c.lineBelow(v, out, k+n)
	}
}

// hashed reports whether a sentence speaks of something made from a password.
func hashed(b []byte) bool {
	for _, w := range [...]string{"hash", "digest", "checksum", "sum ", "file", "finger"} {
		if bytes.Contains(b, []byte(w)) {
			return true
		}
	}
	return false
}
