package engine

import "bytes"

// Placeholder texts: what is put in place of a value, and what counts as
// already redacted when it comes in again: [REDACTED:<kind>], [redacted:x]
// and bare [REDACTED].
const placeholderWord = "redacted"

// maxKind is the longest kind or name that a placeholder may hold.
const maxKind = 64

// KnownRule is the id of the rules that stand for values the caller knows.
const KnownRule = "known-value"

// AppendPlaceholder appends what replaces a value of a kind that a rule found.
func (e *Engine) AppendPlaceholder(dst []byte, id, kind string) []byte {
	if e.named && id == KnownRule {
		dst = append(dst, "[redacted:"...)
	} else {
		dst = append(dst, "[REDACTED:"...)
	}
	dst = append(dst, kind...)
	return append(dst, ']')
}

// appendReplacement appends what takes the place of the finding's value.
func (e *Engine) appendReplacement(dst []byte, f *Finding) []byte {
	dst = append(dst, f.Wrap...)
	dst = e.AppendPlaceholder(dst, f.Rule.ID, f.Rule.Kind)
	return append(dst, f.Wrap...)
}

// AppendLines appends value with one replacement for each line of it that is
// not empty, and keeps the line ends.
func (e *Engine) AppendLines(dst, value []byte, f *Finding) []byte {
	for {
		i := bytes.IndexByte(value, '\n')
		line, end := value, []byte(nil)
		if i >= 0 {
			line, end = value[:i], value[i:i+1]
			if i > 0 && value[i-1] == '\r' {
				line, end = value[:i-1], value[i-1:i+1]
			}
		}
		if len(line) > 0 {
			dst = e.appendReplacement(dst, f)
		}
		dst = append(dst, end...)
		if i < 0 {
			return dst
		}
		value = value[i+1:]
	}
}

// placeholderEnd returns the end of the placeholder that begins at i, or -1.
func placeholderEnd(b []byte, i int) int {
	j := i + 1
	if i >= len(b) || b[i] != '[' || len(b)-j < len(placeholderWord)+1 || !foldEqual(b[j:j+len(placeholderWord)], placeholderWord) {
		return -1
	}
	j += len(placeholderWord)
	if b[j] == ':' {
		k := j + 1
		for k < len(b) && k-j <= maxKind && kindByte(b[k]) {
			k++
		}
		if !kindLike(b[j+1 : k]) {
			return -1
		}
		j = k
	}
	if j < len(b) && b[j] == ']' {
		return j + 1
	}
	return -1
}

func kindByte(b byte) bool { return kindBytes[b]&inKind != 0 }

const (
	inKind = 1 << iota // may stand in a kind
	inGlue             // binds a word to a placeholder before it
	isAlnum
	isHexDigit
)

// kindBytes is looked up for up to maxKind bytes before every candidate, and
// wherever a branch for each kind of byte would often be guessed wrong.
var kindBytes = func() (t [256]uint8) {
	for i := range t {
		b := byte(i)
		if b-'0' < 10 || b|0x20-'a' < 26 {
			t[i] = isAlnum | inKind | inGlue
		}
		if b-'0' < 10 || b|0x20-'a' < 6 {
			t[i] |= isHexDigit
		}
		if b == '_' || b == '-' || b == '.' {
			t[i] = inKind | inGlue
		}
		if b == '/' || b >= 0x80 {
			t[i] |= inGlue
		}
	}
	return t
}()

// maxWord is the longest word of a kind or name. What is longer, or mixes
// both cases with digits, is more likely a secret between brackets.
const maxWord = 24

// kindLike reports whether b could be the kind or name in a placeholder.
func kindLike(b []byte) bool {
	word, lower, upper, digit := 0, false, false, false
	for _, c := range b {
		if !alnum(c) {
			word, lower, upper, digit = 0, false, false, false
			continue
		}
		lower = lower || c >= 'a'
		digit = digit || c <= '9'
		upper = upper || c-'A' < 26
		if word++; word > maxWord || lower && upper && digit {
			return false
		}
	}
	return len(b) > 0
}

// stretch is a part of the input whose bytes are all of one kind: what was
// walked last, so that the next candidate in it does not walk it again.
type stretch struct{ start, end int }

// before returns where the bytes of the kind begin that end at offset at, at
// least lo and at most one more than a placeholder's kind back.
func (r *stretch) before(src []byte, kind uint8, at, lo int) int {
	low := max(lo, at-maxKind-1)
	i := at
	if r.start <= i && i <= r.end {
		i = max(low, r.start)
	}
	for i > low && kindBytes[src[i-1]]&kind != 0 {
		if i--; i == r.end {
			i = max(low, r.start)
		}
	}
	*r = stretch{i, at}
	return i
}

// skip is where to go on from i: what lies before was walked and holds nothing.
func (r *stretch) skip(i int) int {
	if r.start <= i && i < r.end {
		return r.end
	}
	return i
}

// saw says that [from, to) was walked and holds nothing.
func (r *stretch) saw(from, to int) {
	if from <= r.end && to >= r.start {
		from, to = min(from, r.start), max(to, r.end)
	}
	*r = stretch{from, to}
}

// insidePlaceholder reports whether the word at b[at] stands in the kind of a
// placeholder. It is then no name and no context: what was redacted must not
// make more be redacted the next time.
// The bytes of b[i:at] may all stand in one.
func insidePlaceholder(b []byte, i, at int) bool {
	i -= len(placeholderWord) + 2
	return i >= 0 && b[i] == '[' && placeholderEnd(b, i) > at
}

// gluedToPlaceholder reports whether the word at b[at] begins directly after a
// placeholder. What stood there was glued to it, so that it was no name, and
// it must not become one by being redacted.
// The bytes of b[i:at] all bind.
func gluedToPlaceholder(b []byte, i, at int) bool {
	for i > 1 && b[i-1] == ']' && b[i-2] == ']' {
		i-- // a placeholder that held another
	}
	if i == 0 || b[i-1] != ']' || !isWord(b[at]) {
		return false
	}
	j := bytes.LastIndexByte(b[max(0, i-maxKind-len(placeholderWord)-4):i], '[')
	return j >= 0 && placeholderEnd(b, max(0, i-maxKind-len(placeholderWord)-4)+j) == i
}

// redacted reports whether b[start:end] holds nothing but placeholders, or
// lies inside one.
func redacted(b []byte, start, end int) bool {
	if end-start > 4*maxKind {
		return false
	}
	low := max(0, start-maxKind-len(placeholderWord)-2)
	if bytes.IndexByte(b[low:start+1], '[') < 0 {
		return false
	}
	for i := start; i >= low; i-- {
		if b[i] != '[' {
			continue
		}
		e := placeholderEnd(b, i)
		if e < 0 || e <= start {
			if i < start {
				return false
			}
			continue
		}
		for e < end {
			n := placeholderEnd(b, e)
			if n < 0 {
				return false
			}
			e = n
		}
		return true
	}
	return false
}
