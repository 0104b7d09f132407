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
		for k < len(b) && k-j <= maxKind && (isWord(b[k]) || b[k] == '-' || b[k] == '.') {
			k++
		}
		if k == j+1 {
			return -1
		}
		j = k
	}
	if j < len(b) && b[j] == ']' {
		return j + 1
	}
	return -1
}

// redacted reports whether b[start:end] holds nothing but placeholders, or
// lies inside one.
func redacted(b []byte, start, end int) bool {
	if end-start > 4*maxKind {
		return false
	}
	for i := start; i >= 0 && i >= start-maxKind-len(placeholderWord)-2; i-- {
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
