package engine

import (
	"jezero/redact/internal/byteset"
	"jezero/redact/internal/scan"
	"jezero/redact/internal/swar"
)

// A find of several words or lines becomes one placeholder. Distances count it
// as one word already the first time, or else what stands behind it would come
// nearer to a context word by being redacted.

// maxBroken bounds how many such finds are remembered; the oldest go.
const maxBroken = 8

// noteBroken remembers src[start:end] when it holds a blank.
func (s *scanner) noteBroken(start, end int) {
	if from := visible.Skip(s.src, start, end); unbroken(s.src[from:end]) {
		return
	}
	if len(s.broken) == maxBroken {
		s.broken = s.broken[:copy(s.broken, s.broken[1:])]
	}
	s.broken = append(s.broken, [2]int{start, end})
	s.renew = true
}

var visible = byteset.Of(func(c byte) bool { return c > ' ' })

// unbroken reports whether b holds no blank and no control character.
func unbroken(b []byte) bool {
	for ; len(b) >= 8; b = b[8:] {
		if swar.Blanks(swar.Load(b, 0)) != 0 {
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

// brokenIn reports whether a find of several words touches src[from:to].
func (s *scanner) brokenIn(from, to int) bool {
	for _, r := range s.broken {
		if r[0] < to && from < r[1] {
			return true
		}
	}
	return false
}

// unitsOn is the offset at most n units after from, at most hi, and unitsBack that
// before to, at least lo, with finds of several words counted as one.
func (s *scanner) unitsOn(from, hi, n int) int {
	for i, run := from, 0; i < hi; {
		start, end := hi, hi // of the next such find
		for _, r := range s.broken {
			if r[1] > i && r[0] < start {
				start, end = r[0], r[1]
			}
		}
		if start > i {
			if i, n, run = scan.Resume(s.src, i, start, n, run); n < 0 || i == hi {
				return i
			}
		}
		if n -= scan.RunUnits - run; n < 0 {
			return i
		}
		i, run = end, scan.RunUnits
	}
	return hi
}

func (s *scanner) unitsBack(to, lo, n int) int {
	for i, run := to, 0; i > lo; {
		start, end := lo, lo
		for _, r := range s.broken {
			if r[0] < i && r[1] > end {
				start, end = r[0], r[1]
			}
		}
		if end < i {
			if i, n, run = scan.ResumeBack(s.src, i, end, n, run); n < 0 || i == lo {
				return i
			}
		}
		if n -= scan.RunUnits - run; n < 0 {
			return i
		}
		i, run = start, scan.RunUnits
	}
	return lo
}
