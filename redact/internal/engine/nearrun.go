package engine

import (
	"jezero/redact/internal/scan"
	"jezero/redact/internal/swar"
)

// Most context words that something is searched around have nothing near that could be
// it: a token that is longer than what usually stands without a blank. That is seen
// sooner than how far the search would have to go.

// longRun is how many bytes without a blank that takes.
const longRun = 50

// farthest is how many bytes a unit of a distance is at most where no run is so long.
const farthest = (longRun + scan.RunUnits - 1) / scan.RunUnits

// long reports whether every match of the group's shape begins with a long run.
func (g *nearGroup) long() bool {
	cls, n := g.run, g.least
	if g.span >= longRun {
		cls, n = g.whole, g.span
	}
	if cls == nil || n < longRun || g.lit != "" {
		return false
	}
	for c := range ' ' + 1 {
		if cls.has[c] {
			return false
		}
	}
	return true
}

// nothingNear reports whether no match of the context's groups, which are long, can begin
// as near to the word src[at:to] as counts.
func (s *scanner) nothingNear(c *context, at, to, lo, hi int) bool {
	from, end := max(lo, at-farthest*c.after), min(hi, to+farthest*c.before)
	return !s.brokenIn(from, end) && s.noLongRun(from, min(end+longRun, len(s.src)))
}

// noLongRun reports whether no long run without a blank stands in src[from:to].
func (s *scanner) noLongRun(from, to int) bool {
	known := &s.short
	i := from
	if next := known.end - longRun + 1; known.start <= from && from <= next {
		i = max(from, min(next, to)) // one may go on behind what is known
	} else {
		*known = stretch{from, from}
	}
	for i+longRun <= to {
		k := lastBlank(s.src, i, i+longRun)
		if k < i {
			known.end = max(known.end, i)
			return false
		}
		i = k + 1
	}
	known.end = max(known.end, to)
	return true
}

// lastBlank is where the last byte of src[from:to] stands that is no more than a space,
// before from when there is none.
func lastBlank(src []byte, from, to int) int {
	for ; to-8 >= from; to -= 8 {
		if m := swar.Blanks(swar.Load(src, to-8)); m != 0 {
			return to - 1 - swar.BehindLast(m)
		}
	}
	for to--; to >= from && src[to] > ' '; to-- {
	}
	return to
}
