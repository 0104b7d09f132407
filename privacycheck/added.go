package privacycheck

import (
	"bytes"
	"hash/maphash"
)

var lineSeed = maphash.MakeSeed()

// addedLines tells which lines of a new version are in none of the old ones.
// Lines are compared as a multiset, so a line that only moved is not added, and
// the third copy of a line that stood twice is. Both sides are decoded first,
// as what git calls binary may be UTF-16.
func addedLines(now []byte, olds [][]byte) lineSet {
	text, enc, _ := decodeText(now)
	if enc == encBinary {
		return nil
	}
	set := lineSet{}
	// For a merge a line is new only when no parent has it.
	left := make([]map[uint64]int, 0, len(olds))
	for _, old := range olds {
		t, _, _ := decodeText(old)
		m := make(map[uint64]int, bytes.Count(t, []byte{'\n'})+1)
		eachLine(t, func(line []byte) { m[maphash.Bytes(lineSeed, line)]++ })
		left = append(left, m)
	}
	n := 0
	eachLine(text, func(line []byte) {
		n++
		h := maphash.Bytes(lineSeed, line)
		known := false
		for _, m := range left {
			if m[h] > 0 {
				m[h]--
				known = true
			}
		}
		if !known {
			set = set.add(n)
		}
	})
	return set
}

// eachLine calls fn for every line without its end; CR before LF is of the end,
// so that a change of line endings adds nothing.
func eachLine(text []byte, fn func([]byte)) {
	for len(text) > 0 {
		line, rest, found := bytes.Cut(text, []byte{'\n'})
		fn(bytes.TrimSuffix(line, []byte{'\r'}))
		if !found {
			return
		}
		text = rest
	}
}
