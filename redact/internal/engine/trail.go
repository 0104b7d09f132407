package engine

import (
	"math"
	"slices"

	"jezero/redact/internal/prefilter"
)

// The second look reads what the first one read, but for the placeholders: the
// literals that stand there need not be searched for once more. So the first look
// leaves those around what it found, as far as it has the whole text before it.

// trail is what it leaves.
type trail struct {
	hits  []prefilter.Hit // in order, in offsets of the input
	known []span2         // the windows of which hits has all, in order and apart
	fresh []span2         // what was found since literals were kept
	until int             // literals with windows before it are wanted, though not there yet

	// The last literals before those that are looked at, all that have windows from
	// from on.
	last [lastHits]prefilter.Hit
	n    int
	from int

	// Of the second look: the first of marks, hits and known that matters still.
	mark, hit, part int
}

// span2 is a range of offsets.
type span2 struct{ from, to int }

const (
	// wanted is how far around a find literals are kept: somewhat farther than is
	// looked at again, because their windows begin before them.
	wanted = around + 64
	// lastHits is how many literals are enough for that, usually.
	lastHits = 96
	// mostKept bounds how many literals are kept: of a text that has more, the rest is
	// searched.
	mostKept = 1 << 19
	// recallAtOnce is about how much text literals are recalled for.
	recallAtOnce = 16 << 10
)

// reset makes t the trail of another text.
func (t *trail) reset() {
	t.hits, t.known, t.fresh = t.hits[:0], t.known[:0], t.fresh[:0]
	t.until, t.n, t.from = math.MinInt, 0, math.MinInt
	t.mark, t.hit, t.part = 0, 0, 0
}

// leave makes the first look at a whole text leave a trail.
func (s *scanner) leave() {
	if s.trail = s.spareTrail; s.trail == nil {
		s.trail = new(trail)
	}
	s.spareTrail = nil
	s.trail.reset()
}

// keep takes over what is wanted of the hits, which have all windows in [from,to).
func (t *trail) keep(set *prefilter.Set, hits []prefilter.Hit, from, to int) {
	if from == 0 {
		from = math.MinInt // a literal that begins the text may have its window before
	}
	if len(t.hits) >= mostKept {
		t.fresh = t.fresh[:0]
		return
	}
	next := 0
	if t.until > from {
		next = t.take(set, hits, 0, span2{from, t.until}, from, to)
	}
	if len(t.fresh) > 0 {
		for i := 1; i < len(t.fresh); i++ {
			if t.fresh[i].from < t.fresh[i-1].from {
				slices.SortFunc(t.fresh, func(a, b span2) int { return a.from - b.from })
				break
			}
		}
		// Those whose surroundings meet are taken together.
		want := span2{t.fresh[0].from - wanted, t.fresh[0].to + wanted}
		for _, f := range t.fresh[1:] {
			if f.from-wanted > want.to {
				next = t.take(set, hits, next, want, from, to)
				want.from = f.from - wanted
			}
			want.to = max(want.to, f.to+wanted)
		}
		t.take(set, hits, next, want, from, to)
		t.fresh = t.fresh[:0]
	}
	t.n, t.from = 0, from
	if n := len(hits) - lastHits; n > 0 {
		// Another may share the first one's window.
		t.from = set.Window(hits[n]) + 1
		hits = hits[n:]
	}
	t.n = copy(t.last[:], hits)
}

// take takes over the hits with windows in want, from number next on, and returns
// where to go on.
func (t *trail) take(set *prefilter.Set, hits []prefilter.Hit, next int, want span2, from, to int) int {
	t.until = max(t.until, want.to)
	want.to = min(want.to, to)
	if n := len(t.known); n > 0 {
		want.from = max(want.from, t.known[n-1].to)
	}
	want.from = max(want.from, t.from)
	if want.from >= want.to {
		return next
	}
	if want.from < from {
		for _, h := range t.last[:t.n] {
			if w := set.Window(h); w >= want.from && w < want.to {
				t.hits = append(t.hits, h)
			}
		}
	}
	for ; next < len(hits); next++ {
		w := set.Window(hits[next])
		if w >= want.to {
			break
		}
		if w >= want.from {
			t.hits = append(t.hits, hits[next])
		}
	}
	if n := len(t.known); n > 0 && t.known[n-1].to == want.from {
		t.known[n-1].to = want.to
	} else {
		t.known = append(t.known, want)
	}
	return next
}

// has reports whether all hits with windows in [from,to) were left.
func (t *trail) has(from, to int) bool {
	for t.part < len(t.known) && t.known[t.part].to < to {
		t.part++
	}
	return from >= to || t.part < len(t.known) && t.known[t.part].from <= from
}

// literals appends to hits those with windows from next on, as Scan does.
func (s *scanner) literals(hits []prefilter.Hit, to int) ([]prefilter.Hit, int) {
	if s.again && s.trail != nil {
		until := min(to, s.next+recallAtOnce)
		if more, ok := s.recall(hits, s.next, until); ok {
			return more, until
		}
	}
	return s.e.set.Scan(s.src, s.next, to, hits, s.search)
}

// recall appends the hits with windows in [from,to) from what the first look left,
// and from what is known of the placeholders. It reports false when that is not all.
func (s *scanner) recall(hits []prefilter.Hit, from, to int) ([]prefilter.Hit, bool) {
	t, set, edges := s.trail, s.e.set, s.e.edges()
	for t.mark < len(s.marks) && s.marks[t.mark].end+edges.Reach() <= from {
		t.mark++
	}
	start, shift := 0, 0 // of the text before the mark
	if t.mark > 0 {
		start, shift = s.marks[t.mark-1].end, s.marks[t.mark-1].shift
	}
	first, low, last := len(hits), from, math.MinInt // the last window so far
	if from == 0 {
		low = math.MinInt
	}
	for i := t.mark; ; i++ {
		end := len(s.src)
		if i < len(s.marks) {
			end = s.marks[i].at
		}
		if !t.has(max(from, start-set.Front())+shift, min(to, end)+shift) {
			return hits, false
		}
		left, stop := t.hits[t.hit:], min(to, end)
		for k := range left {
			h := left[k]
			w := set.Window(h) - shift
			if w >= stop {
				left = left[:k]
				break
			}
			if w >= low && set.Within(h, start+shift, end+shift) {
				h.At -= shift
				hits = s.insert(hits, first, h, w > last)
				last = max(last, w)
			}
		}
		t.hit += len(left)
		if i == len(s.marks) || end-edges.Reach() >= to {
			return hits, true
		}
		m := &s.marks[i]
		if !m.plain {
			return hits, false
		}
		for _, h := range s.reading(m.rule).inside {
			h.At += m.at
			if w := set.Window(h); w >= low && w < to {
				hits = s.insert(hits, first, h, w > last)
				last = max(last, w)
			}
		}
		var room [8]prefilter.Hit
		for _, h := range set.Across(edges, s.src, m.at, m.end, room[:0]) {
			if w := set.Window(h); w >= low && w < to {
				hits = s.insert(hits, first, h, w > last)
				last = max(last, w)
			}
		}
		start, shift = m.end, m.shift
	}
}

// insert puts a hit among those from number first on, or behind them when it is known
// to be the last.
func (s *scanner) insert(hits []prefilter.Hit, first int, h prefilter.Hit, last bool) []prefilter.Hit {
	hits = append(hits, h)
	if !last {
		s.moveBack(hits, first)
	}
	return hits
}

// moveBack moves the last hit before those that stand behind it, from number first on.
func (s *scanner) moveBack(hits []prefilter.Hit, first int) {
	for i := len(hits) - 1; i > first && s.e.set.Before(hits[i], hits[i-1]); i-- {
		hits[i], hits[i-1] = hits[i-1], hits[i]
	}
}

// searchInside are the literals within a plain placeholder's text that something may
// come of, in offsets from its start.
func (s *scanner) searchInside(text []byte) (inside []prefilter.Hit) {
	const beside = 32 // so that what is searched has a before and an after
	b := slices.Concat(make([]byte, beside), text, make([]byte, beside))
	m := mark{at: beside, end: beside + len(text)}
	room := make([]prefilter.Hit, 0, 64)
	for next := 1; next < len(b); {
		room, next = s.e.set.Scan(b, next, len(b), room[:0], s.search)
		for _, h := range room {
			if s.e.set.Within(h, m.at, m.end) && !s.vain(h, &m) {
				inside = append(inside, prefilter.Hit{At: h.At - m.at, Lit: h.Lit})
			}
		}
	}
	return inside
}

// vain reports whether nothing comes of a hit inside of plain placeholder m, as
// candidate looks at it.
func (s *scanner) vain(h prefilter.Hit, m *mark) bool {
	t := &s.e.lits[h.Lit]
	if h.At >= m.at+opening {
		return len(t.shapes) == 0
	}
	return len(t.detect)+len(t.nearest) == 0 && s.barren(t, h.Lit, h.At, m)
}

// openings are what placeholders begin with.
var openings = []string{"[REDACTED:", "[redacted:"}
