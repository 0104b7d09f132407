// Package value judges what stands on the right-hand side of a name: a
// reference, a placeholder, a path, code, words, or something that could be a
// credential. Start with Of. All functions are linear and do not allocate.
package value

import (
	"encoding/binary"

	"jezero/redact/internal/swar"
)

// Look is what a value looks like.
type Look uint8

const (
	Empty       Look = iota
	Redacted         // [REDACTED:x] and nothing else
	Reference        // $VAR, ${VAR}, %VAR%, {{ x }}, <x>, vault:x: points at the secret
	Placeholder      // changeme, your-key-here, xxxx, ****
	Path             // separators with short word-like segments
	URL              // scheme://…; what is secret in it is found there
	Keyword          // true, null, a type's name
	Number           // digits, perhaps with a point, a sign or a unit
	Code             // a call, a member expression, an operator
	Prose            // several words
	Word             // one plain word, letters only
	Identifier       // words joined by capitals, _, - or .
	UUID
	Plain     // anything else
	Generated // looks made by a machine
)

// Of says what v looks like. v is a literal without its quotes; escapes may
// stand in it. Evidence of a generated value beats the look of a placeholder.
func Of(v []byte) Look {
	v = trim(v)
	// '$VAR' within other quotes
	for len(v) >= 2 && (v[0] == '\'' || v[0] == '"' || v[0] == '`') && v[len(v)-1] == v[0] {
		v = v[1 : len(v)-1]
	}
	if len(v) == 0 {
		return Empty
	}
	if n := RedactedLen(v); n > 0 && n == len(v) {
		return Redacted
	}
	if repetitive(v) {
		return Placeholder
	}
	switch {
	case len(v) <= shortWord && allLower(v):
		return short(v)
	case digits(v):
		return Number
	}
	return long(v)
}

// long is Of for what is not repetitive.
func long(v []byte) Look {
	var f facts
	f.read(v)
	if chanted(&f) || cutShort(&f) {
		return Placeholder
	}
	if escapes(&f) || pattern(&f) {
		return Code
	}
	if f.has(markBar) && constraints(v) {
		return Keyword
	}
	if l, ok := reference(&f); ok {
		return l
	}
	if number(v) {
		return Number
	}
	if version(v) || colour(v) || publicKey(&f) {
		return Keyword
	}
	if len(v) == 36 && UUIDAt(v, 0) {
		return UUID
	}
	if f.has(markColon) && url(v) {
		return URL
	}
	if in(inKeywords, v) {
		return Keyword
	}
	if placeholder(&f) {
		return Placeholder
	}
	if path(&f) {
		return Path
	}
	return shape(&f)
}

// shortWord is how many letters are too few to be a chant or generated.
const shortWord = 11

// short is long for at most shortWord small letters: most unquoted values are.
func short(v []byte) Look {
	if pointer(v) != "" {
		return Reference
	}
	switch l := listsOf(v); {
	case l&inKeywords != 0:
		return Keyword
	case l&(inStrongHints|inHints) != 0, l&inNeutral == 0 && gluedHint(v):
		return Placeholder
	}
	return Word
}

func allLower(v []byte) bool {
	for _, c := range v {
		if !lower(c) {
			return false
		}
	}
	return true
}

// Strong reports whether b looks generated beyond reasonable doubt: long
// enough, and with evidence that no word or identifier reaches.
func Strong(b []byte) bool { return len(b) >= 16 && Score(b) >= 14 && !repetitive(b) && !tooSparse(b) }

// Likely is the weaker test, for values that stand where secrets stand.
func Likely(b []byte) bool {
	return len(b) >= 8 && Score(b) >= likelyScore(len(b)) && !repetitive(b) && !tooSparse(b)
}

// tooSparse: fewer than a third of the bytes are letters or digits.
func tooSparse(b []byte) bool {
	need := (len(b) + 2) / 3
	for _, c := range b {
		if need <= 0 {
			break
		}
		if markOf[c]&markAlnum != 0 {
			need--
		}
	}
	return need > 0
}

// RedactedLen is the length of a placeholder of ours at the start of b:
// [REDACTED], [REDACTED:kind] or [redacted:name]; 0 when there is none. What
// looks generated inside of it is no kind, so that a secret cannot hide there.
func RedactedLen(b []byte) int {
	const (
		word   = "[redacted"
		letter = 0x20 * swar.Each // of the lower case
		begin  = 'r' | 'e'<<8 | 'd'<<16 | 'a'<<24 | 'c'<<32 | 't'<<40 | 'e'<<48 | 'd'<<56
	)
	if len(b) < len(word)+1 || b[0] != '[' || binary.LittleEndian.Uint64(b[1:])|letter != begin {
		return 0
	}
	i := len(word)
	if b[i] == ']' {
		return i + 1
	}
	if b[i] != ':' {
		return 0
	}
	kind := b[i+1 : min(len(b), i+80)]
	for j, c := range kind {
		if noKind[c] {
			if c != ']' || Strong(kind[:j]) {
				return 0
			}
			return i + 1 + j + 1
		}
	}
	return 0
}

// noKind has the bytes that stand in no kind.
var noKind = func() (t [256]bool) {
	for c := range ' ' + 1 {
		t[c] = true
	}
	t['['], t[']'], t['"'] = true, true, true
	return t
}()

// repetitive: xxxxxxxx, ****, 000000, AAAA-BBBB: too few different characters
// for a secret, or one character over more than half of the length.
func repetitive(v []byte) bool {
	if various(v) {
		// More than half of one character would stand in the middle.
		n := min(len(v), repetitiveBytes)
		return n >= 8 && pairsAround(v, n/2) && (2*sameAround(v[:n], n/2) >= max(n, 12) || 2*sameAround(v[:n], (n-1)/2) >= max(n, 12)) && Score(v) < 14
	}
	var seen [256]bool
	distinct, alnums, run, longest, n := 0, 0, 0, 0, 0
	var prev byte
	for i, c := range v {
		if i == repetitiveBytes {
			break
		}
		if upper(c) {
			c |= 0x20
		}
		n++
		if i > 0 && c == prev {
			run++
		} else {
			run = 1
		}
		longest = max(longest, run)
		prev = c
		if lower(c) || digit(c) || c >= 0x80 {
			alnums++
			if !seen[c] {
				seen[c] = true
				distinct++
			}
		}
	}
	switch {
	case distinct == 0:
		return only(v, "*.-_#=~+?/\\: …•")
	case distinct == 1:
		return alnums >= 3 && !digit(v[0]) || alnums >= 6 || alnums >= 2 && alnums == n
	case n >= 12 && distinct <= 3:
		return true
	case n >= 8 && longest*2 >= n && longest >= 6:
		return Score(v) < 14 // padding behind a secret does not hide it
	}
	return false
}

// repetitiveBytes is how much of a value is looked at for repetition: whoever
// repeats does so from the start.
const repetitiveBytes = 513

// various reports whether v holds more than three different letters and digits:
// most values do within their first few bytes.
func various(v []byte) bool {
	if len(v) >= 4 {
		// Most do with the first four.
		a, b, c, d := v[0], v[1], v[2], v[3]
		if alnums[a] && alnums[b] && alnums[c] && alnums[d] {
			a, b, c, d = a|0x20, b|0x20, c|0x20, d|0x20
			if a != b && a != c && a != d && b != c && b != d && c != d {
				return true
			}
		}
	}
	distinct := 0
	var seen [3]byte
	for _, c := range v[:min(len(v), repetitiveBytes)] {
		if upper(c) {
			c |= 0x20
		}
		if !lower(c) && !digit(c) && c < 0x80 || distinct > 0 && c == seen[0] || distinct > 1 && c == seen[1] || distinct > 2 && c == seen[2] {
			continue
		}
		if distinct == len(seen) {
			return true
		}
		seen[distinct] = c
		distinct++
	}
	return false
}

// pairsAround reports whether two bytes that may be one character, in any case, stand
// in a row within two bytes of v[i], as they do in a run of six that holds v[i] or
// v[i-1].
func pairsAround(v []byte, i int) bool {
	a, b, c, d := v[i-2]|0x20, v[i-1]|0x20, v[i]|0x20, v[i+1]|0x20
	return a == b || b == c || c == d
}

// sameAround is the length of the run of one character, in any case, that holds v[i].
func sameAround(v []byte, i int) int {
	fold := func(c byte) byte {
		if upper(c) {
			c |= 0x20
		}
		return c
	}
	from, to := i, i+1
	for from > 0 && fold(v[from-1]) == fold(v[i]) {
		from--
	}
	for to < len(v) && fold(v[to]) == fold(v[i]) {
		to++
	}
	return to - from
}

func only(v []byte, set string) bool {
	for _, c := range v {
		ok := c >= 0x80
		for i := 0; i < len(set) && !ok; i++ {
			ok = set[i] == c
		}
		if !ok {
			return false
		}
	}
	return true
}

func trim(v []byte) []byte {
	for len(v) > 0 && blank(v[0]) {
		v = v[1:]
	}
	for len(v) > 0 && blank(v[len(v)-1]) {
		v = v[:len(v)-1]
	}
	return v
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
