package detect

import (
	"bytes"
	"math/bits"

	"jezero/redact/internal/name"
	"jezero/redact/internal/scan"
	"jezero/redact/internal/swar"
	"jezero/redact/internal/value"
)

// maxAs bounds how far before its name a value of asName begins.
const maxAs = 256

// asName: "use X as the password", the value before its name. It is as strict
// as "the password is X", and wants a digit even in quotes.
func asName(v *scan.View, out *scan.Out, from, e int) {
	s := v.Src
	start, i := asBefore(s, from)
	if start < 0 {
		return
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

// asBefore looks for as, perhaps with an article, and at most three words of a name
// before the one at from: where the name begins and the word as, or a negative start.
func asBefore(s []byte, from int) (start, as int) {
	if from < 4 || s[from-1] != ' ' || kinds[s[from-2]]&isWord == 0 && s[from-2] != ' ' || noAs(s, from) {
		return -1, 0
	}
	start = from
	for n := 0; n < 4 && start >= 4 && s[start-1] == ' '; n++ {
		p := start - 1
		for p > 0 && kinds[s[p-1]]&isWord != 0 {
			p--
		}
		switch w := s[p : start-1]; {
		case string(w) == "as":
			return start, p
		case n < 3 && article(w):
			if p < 4 || string(s[p-4:p]) != " as " {
				return -1, 0
			}
			return start, p - 3
		}
		start = p
	}
	return -1, 0
}

// noAs reports whether asBefore finds nothing, as the bytes before i tell when they
// hold more blanks than it walks over and no as between two of them.
func noAs(s []byte, i int) bool {
	if i < asSeen+asMore {
		return false
	}
	as, blanks, _ := asAmong(s[i-asSeen-asMore : i])
	return !as && blanks > asWords
}

const (
	asWords = 5  // so many blanks asBefore walks over at most
	asSeen  = 64 // bytes in which blanks are counted
	asMore  = 3  // bytes before them in which as may begin
	// Bytes in which wordBefore and two more stand, the last of what is seen.
	asJoins = 32
)

// asAmongWords is asAmong where nothing wider than a word is to be had.
func asAmongWords(b []byte) (as bool, blanks int, joined bool) {
	for ; len(b) >= 8+asMore; b = b[8:] {
		last := swar.Load(b, asMore) ^ ' '*swar.Each
		// A byte is zero where " as " begins.
		x := swar.Load(b, 0) ^ ' '*swar.Each | (swar.Load(b, 1) ^ 'a'*swar.Each) | (swar.Load(b, 2) ^ 's'*swar.Each) | last
		as = as || swar.Zeros(x) != 0
		blanks += bits.OnesCount64(swar.Are(last, 0))
		if len(b) <= asJoins+asMore {
			joined = joined || swar.Zeros(last^(' '^'/')*swar.Each)|swar.Zeros(last^(' '^'=')*swar.Each) != 0
		}
	}
	return as, blanks, joined
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
	if !announces(s, from) {
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

// announces: the word before the name at from says that it is about to be told.
func announces(s []byte, from int) bool {
	if from < 4 || s[from-1] != ' ' {
		return false
	}
	switch s[from-2] {
	case 'g', 'l', 'd', 'w', 'y', 'n', 't':
	default:
		return false
	}
	p := from - 1
	for p > 0 && alnum(s[p-1]) {
		p--
	}
	switch string(s[p : from-1]) {
	case "following", "initial", "generated", "new", "temporary", "admin", "root":
		return true
	}
	return false
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
