package privacycheck

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// document is one thing to look into: the content of a file as one place holds
// it, a message, or only a name.
type document struct {
	path      string // as git has it: slash-separated, any bytes
	place     Place
	data      []byte
	hasData   bool
	added     lineSet // what this change adds; nil means every line counts
	partial   bool    // added applies
	checkName bool
	skip      string // why data is missing
	expected  bool   // with skip: the check stands without it
	blob      string
	commit    string
	release   func() // gives data's buffer back
	seq       int    // order of reading, for stable output
	holders   []Holder
	more      int      // holders beyond those
	counted   bool     // the source counted it already
	label     string   // instead of data: who wrote a commit, or how a ref is called
	people    []string // of a message: who wrote, committed or tagged it
}

// lineSet holds line ranges, sorted, not overlapping.
type lineSet []lineRange

type lineRange struct{ from, to int } // inclusive

// add appends a line; lines come in order.
func (s lineSet) add(line int) lineSet {
	if n := len(s); n > 0 && s[n-1].to == line-1 {
		s[n-1].to = line
		return s
	}
	return append(s, lineRange{line, line})
}

// touches is true when a line from first to last is in the set.
func (s lineSet) touches(first, last int) bool {
	i := sort.Search(len(s), func(i int) bool { return s[i].to >= first })
	return i < len(s) && s[i].from <= last
}

// lineIndex knows where lines start.
type lineIndex struct{ starts []int32 }

func newLineIndex(text []byte) *lineIndex {
	x := &lineIndex{starts: make([]int32, 1, 64)}
	for i := 0; ; {
		j := bytes.IndexByte(text[i:], '\n')
		if j < 0 {
			return x
		}
		i += j + 1
		x.starts = append(x.starts, int32(i))
	}
}

// line is the 1-based line of an offset.
func (x *lineIndex) line(off int) int {
	return sort.Search(len(x.starts), func(i int) bool { return int(x.starts[i]) > off })
}

// bounds are the offsets of a line, without its end.
func (x *lineIndex) bounds(line, size int) (from, to int) {
	from, to = int(x.starts[line-1]), size
	if line < len(x.starts) {
		to = int(x.starts[line]) - 1
	}
	return from, to
}

// columns counts characters from the start of a line; asked in order of offset
// it reads each line once, however many findings stand in it.
type columns struct {
	text           []byte
	from, off, col int
}

// at is the 1-based column of off in the line that starts at from.
func (c *columns) at(from, off int) int {
	if from != c.from || off < c.off || c.col == 0 {
		c.from, c.off, c.col = from, from, 1
	}
	c.col += utf8.RuneCount(c.text[c.off:off])
	c.off = off
	return c.col
}
