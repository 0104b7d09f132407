package engine

import (
	"encoding/binary"

	"jezero/redact/internal/scan"
)

// A find of several words or lines becomes one placeholder. Distances count it
// as one word already the first time, or else what stands behind it would come
// nearer to a context word by being redacted.

// maxBroken bounds how many such finds are remembered; the oldest go.
const maxBroken = 8

// noteBroken remembers src[start:end] when it holds a blank.
func (s *scanner) noteBroken(start, end int) {
	if unbroken(s.src[start:end]) {
		return
	}
	if len(s.broken) == maxBroken {
		s.broken = s.broken[:copy(s.broken, s.broken[1:])]
	}
	s.broken = append(s.broken, [2]int{start, end})
	s.renew = true
}

// unbroken reports whether b holds no blank and no control character.
func unbroken(b []byte) bool {
	for ; len(b) >= 8; b = b[8:] {
		x := binary.LittleEndian.Uint64(b)
		if (x-(' '+1)*eachByte)&^x&highBits != 0 {
			return false
		}
	}
	for _, c := range b {
		if c <= ' ' {
			return false
		}
	}
	return true
}

// searchAgain searches around the context words before the candidate at once
// more: what a find of several words kept out of reach no longer is.
func (s *scanner) searchAgain(at int) {
	s.renew = false
	lo, hi := max(0, at-scan.Behind), min(len(s.src), at+scan.Ahead)
	for _, c := range s.e.near {
		if w := s.words[c.id]; w >= lo && w <= at {
			for _, g := range c.groups {
				s.searchNear(g, c, w, w, lo, hi, min(hi, w+nearReach), -1, -1)
			}
		}
	}
}

// brokenAt is the end of the find of several words that holds src[i], or i.
func (s *scanner) brokenAt(i int) (start, end int) {
	for _, r := range s.broken {
		if r[0] <= i && i < r[1] {
			return r[0], r[1]
		}
	}
	return i, i
}

// brokenIn reports whether a find of several words touches src[from:to].
func (s *scanner) brokenIn(from, to int) bool {
	for _, r := range s.broken {
		if r[0] < to && from < r[1] {
			return true
		}
	}
	return false
}

// unitsOn is scan.Forward, and unitsBack scan.Backward, with finds of several
// words counted as one.
func (s *scanner) unitsOn(from, hi, n int) int {
	if !s.brokenIn(from, hi) {
		return scan.Forward(s.src, from, hi, n)
	}
	var d scan.Distance
	for i := from; i < hi; i++ {
		_, end := s.brokenAt(i)
		for word := end > i; ; {
			if n -= d.Byte(s.src[i], word); n < 0 {
				return i
			}
			if !word || d.Full() {
				break
			}
		}
		if end > i {
			i = min(end, hi) - 1
		}
	}
	return hi
}

func (s *scanner) unitsBack(to, lo, n int) int {
	if !s.brokenIn(lo, to) {
		return scan.Backward(s.src, to, lo, n)
	}
	var d scan.Distance
	for i := to; i > lo; i-- {
		start, end := s.brokenAt(i - 1)
		for word := end >= i; ; {
			if n -= d.Byte(s.src[i-1], word); n < 0 {
				return i
			}
			if !word || d.Full() {
				break
			}
		}
		if end >= i {
			i = max(start, lo) + 1
		}
	}
	return lo
}
