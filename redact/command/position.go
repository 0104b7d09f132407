package command

import (
	"bytes"
	"io"
	"slices"
)

// position turns growing offsets of src into lines and columns, both from 1.
type position struct {
	src        []byte
	at         int
	line       int
	lineStarts int
}

func (p *position) of(offset int) (line, col int) {
	for {
		i := bytes.IndexByte(p.src[p.at:offset], '\n')
		if i < 0 {
			break
		}
		p.at += i + 1
		p.line++
		p.lineStarts = p.at
	}
	p.at = max(p.at, offset)
	return p.line + 1, offset - p.lineStarts + 1
}

// lineCounter remembers where lines end while a stream passes, so that a
// finding that is reported later still gets its line. Exact positions are kept
// for what the stream may hold back; before that one count per block is left.
type lineCounter struct {
	r      io.Reader
	pos    int
	counts []int // line ends before each block of blockSize bytes
	recent []int // offsets of the line ends in the blocks still kept
	before int   // line ends before recent
}

const (
	blockSize = 64 << 10
	keep      = 4 << 20
)

func (l *lineCounter) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	for i := 0; i < n; {
		j := bytes.IndexByte(p[i:n], '\n')
		if j < 0 {
			break
		}
		l.recent = append(l.recent, l.pos+i+j)
		i += j + 1
	}
	l.pos += n
	for len(l.counts)*blockSize < l.pos {
		at, _ := slices.BinarySearch(l.recent, len(l.counts)*blockSize)
		l.counts = append(l.counts, l.before+at)
	}
	if old, _ := slices.BinarySearch(l.recent, l.pos-keep); old > keep/64 {
		l.recent = slices.Delete(l.recent, 0, old)
		l.before += old
	}
	return n, err
}

// of is the line of an offset and the column in it; column 0 when the line's
// start is too far back to be known.
func (l *lineCounter) of(offset int) (line, col int) {
	at, _ := slices.BinarySearch(l.recent, offset)
	if at == 0 && l.before > 0 { // before what is kept
		return l.counts[min(offset/blockSize, len(l.counts)-1)] + 1, 0
	}
	start := 0
	if at > 0 {
		start = l.recent[at-1] + 1
	}
	return l.before + at + 1, offset - start + 1
}
