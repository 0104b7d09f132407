package engine

import (
	"slices"

	"jezero/redact/rule"
)

// What a find hid may be found once a placeholder stands in its place: a
// boundary is open, a value is shorter, a word is nearer. So that redacting
// twice is no more than redacting once, the engine itself looks again at what
// stands around the placeholders it wrote, as it will be read. The second look
// is the same machine over the first one's result, so a stream equals the
// whole here too; all but those surroundings is passed by.

// around is how far before and behind a placeholder anchors are looked at
// again: about as far as words say what a value is. All that a view reaches
// would be safer still, and cost many times as much.
const around = 512

// mark is where a placeholder stands in the text that is looked at again. plain says
// that it reads as one, whoever asks.
type mark struct {
	at, end int
	plain   bool
	// Where the first look has the whole text before it: how much farther on what
	// stands behind the placeholder is in the input, and what was found.
	shift int
	rule  *rule.Rule
}

// bound moves next past what is not looked at again, and returns up to where
// the input before limit is.
func (s *scanner) bound(limit int) int {
	if !s.again {
		return limit
	}
	for ; s.mark < len(s.marks); s.mark++ {
		m := &s.marks[s.mark]
		if end := m.end + around; s.next < end {
			s.next = max(s.next, min(m.at-around, limit))
			return min(limit, s.together(end))
		}
	}
	if s.final {
		s.next = limit
	} else {
		// The next placeholder begins behind what is visible.
		s.next = max(s.next, limit-around)
	}
	return s.next
}

// scanOn searches what is looked at again around the next placeholders, too, as long
// as that is there: the search then has the caches for itself for longer.
func (s *scanner) scanOn(limit int) {
	for len(s.all) < cap(s.all)/2 && s.next < limit {
		to := s.bound(limit)
		if s.next >= to || !s.final && to > len(s.src)-s.e.ahead {
			return
		}
		s.all, s.next = s.literals(s.all, to)
	}
}

// maxTogether is about how much is looked at again at once.
const maxTogether = 32 << 10

// together is the end of what is looked at again from the current placeholder on,
// where its surroundings, which end at end, and those of the next ones meet.
func (s *scanner) together(end int) int {
	for _, m := range s.marks[s.mark+1:] {
		if m.at-around > end || end-s.next > maxTogether {
			break
		}
		end = m.end + around
	}
	return end
}

// widen takes placeholders whole that a span would cut.
func (s *scanner) widen(sp *span) {
	i, _ := slices.BinarySearchFunc(s.marks, sp.start, func(m mark, at int) int { return m.end - at - 1 })
	if i < len(s.marks) && s.marks[i].at < sp.start {
		sp.start = s.marks[i].at
		sp.match = min(sp.match, sp.start)
	}
	for ; i < len(s.marks) && s.marks[i].at < sp.end; i++ {
		sp.end = max(sp.end, s.marks[i].end)
		sp.matchEnd = max(sp.matchEnd, sp.end)
	}
}

// lookAgain returns what a second look finds in text, which the marks say what
// stands behind of. s is what had the first look, and left a trail.
func (s *scanner) lookAgain(text []byte, marks []mark) (found []Finding) {
	s.restart()
	s.src, s.next, s.line, s.spent = text, 0, 0, 0
	s.again, s.marks = true, marks
	for more := true; more; {
		more = s.step()
		found = append(found, s.ready...)
	}
	return found
}

// maxSpare is how many marks are kept for the next document at most.
const maxSpare = 1 << 17

// keep lets the next document have the room of marks and of the trail.
func (s *scanner) keep(marks []mark) {
	if cap(marks) <= maxSpare {
		s.spare = marks[:0]
	}
	if cap(s.trail.hits) <= 2*maxSpare {
		s.spareTrail = s.trail
	}
}

// find appends to dst what both looks find in src.
func (e *Engine) find(dst []Finding, src []byte) []Finding {
	n := len(dst)
	s := e.start(src, true)
	defer s.stop()
	s.leave()
	for more := true; more; {
		more = s.step()
		dst = append(dst, s.ready...)
	}
	if len(dst) == n {
		return dst
	}
	marks := make([]mark, 0, len(dst)-n)
	text := make([]byte, 0, len(src)+256)
	last := 0
	for _, f := range dst[n:] {
		text = append(text, src[last:f.Start]...)
		at := len(text)
		var plain bool
		text, plain = s.replace(text, &f)
		marks = append(marks, mark{at, len(text), plain, f.End - len(text), f.Rule})
		last = f.End
	}
	found := s.lookAgain(append(text, src[last:]...), marks)
	s.spareTrail = s.trail
	if len(found) == 0 {
		return dst
	}
	u := union{marks: marks, first: slices.Clone(dst[n:])}
	dst = dst[:n]
	u.found = func(f Finding) { dst = append(dst, f) }
	for _, f := range found {
		u.add(f)
	}
	u.upTo(len(text) + len(src))
	return dst
}

// union tells what both looks found, in order, in offsets of the input: the
// finds of the second take in those of the first that they hold.
type union struct {
	marks []mark    // not told yet
	first []Finding // what they stand for
	last  int       // where the last one ended that was told
	delta int       // from there to the next one, offsets of the input less those of the text
	found func(Finding)
}

// upTo tells the finds of the first look that end at or before x.
func (u *union) upTo(x int) {
	n := 0
	for ; n < len(u.marks) && u.marks[n].end <= x; n++ {
		m := &u.marks[n]
		u.found(u.first[n])
		u.last, u.delta = m.end, u.first[n].End-m.end
	}
	u.marks, u.first = u.marks[n:], u.first[n:]
}

// add tells a find of the second look, in offsets of the text.
func (u *union) add(f Finding) {
	u.upTo(f.Start)
	f.Match = max(f.Match, u.last) + u.delta
	f.Start += u.delta
	end := f.End
	for len(u.marks) > 0 && u.marks[0].at < end {
		m, g := u.marks[0], &u.first[0]
		f.Match, f.Start = min(f.Match, g.Start), min(f.Start, g.Start)
		u.last, u.delta = m.end, g.End-m.end
		end = max(end, m.end)
		u.marks, u.first = u.marks[1:], u.first[1:]
	}
	if len(u.marks) > 0 {
		f.MatchEnd = min(f.MatchEnd, u.marks[0].at)
	}
	f.End = end + u.delta
	f.MatchEnd = max(f.MatchEnd+u.delta, f.End)
	u.last = max(u.last, end)
	u.found(f)
}
