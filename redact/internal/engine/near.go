package engine

import (
	"bytes"

	"jezero/redact/internal/prefilter"
	"jezero/redact/internal/scan"
	"jezero/redact/rule"
)

// Context words stand at most nearBefore units before the token or nearAfter
// units after it (scan.Distance): a few lines of configuration or code.
const (
	nearBefore = 400
	nearAfter  = 200
)

// context is one rule's context words. All are literals of the prefilter, so
// that where the last one stood is known for the price of finding it.
type context struct {
	id     int
	before int // how far before a token a word may stand, in units
	after  int
	groups []*nearGroup
	long   bool // all groups are
}

// nearGroup is a shape without a literal of its own: it is searched around
// the context words.
type nearGroup struct {
	id    int
	sh    int       // number of the shape
	first [256]bool // what the shape can begin with
	run   *class    // the class of its first part, if that is one
	least int       // and its least length
	lit   string    // the only literal that it begins with
	after *class    // the class of the run after that, of at least least bytes
	whole *class    // what the first span bytes are of; nil when that says nothing more
	span  int
}

// maybe is a match that lacks a context word, which may still come, or is
// barred by what stands beside it, which may still be found to be another
// secret: the next time a placeholder would stand there.
type maybe struct {
	near   *context
	barred bool // by what follows
	glued  bool // to what stands before
	least  int  // looks like an example; if a find begins from here on, what is before it does not
	end    int  // of the match
	span   span
}

// maxMaybe bounds how many such matches are remembered; the oldest go.
const maxMaybe = 32

// context returns the rule's context words, registered once.
func (b *builder) context(r *rule.Rule) *context {
	if len(r.Near) == 0 {
		return nil
	}
	c := b.contexts[r]
	if c == nil {
		c = &context{id: len(b.contexts), before: nearBefore, after: nearAfter}
		if r.Within > 0 {
			c.before, c.after = min(r.Within, nearBefore), min(r.Within/4, nearAfter)
		}
		b.contexts[r] = c
		for _, w := range r.Near {
			t := b.literal(prefilter.Literal{Text: lower(w), Fold: true})
			t.nearest = append(t.nearest, c)
		}
	}
	return c
}

// anchorNear lets a shape that has no literal be found by its context words.
func (b *builder) anchorNear(s *shape) error {
	if s.near == nil {
		return errNoAnchor
	}
	s.anchor = 0
	g := &nearGroup{id: b.groups, sh: len(b.shapes) - 1, run: s.parts[0].cls}
	b.groups++
	if p := &s.parts[0]; p.cls != nil && p.min > 0 && !p.opt {
		g.least = p.min
	} else {
		g.run = nil
	}
	if p := &s.parts[0]; len(p.alts) == 1 && !p.fold && !p.opt {
		g.lit = p.alts[0]
		if len(s.parts) > 1 {
			if p := &s.parts[1]; p.cls != nil && !p.cls.dash && p.min > 0 && !p.opt {
				g.after, g.least = p.cls, p.min
			}
		}
	}
	for _, p := range s.parts {
		if p.cls != nil {
			for c, has := range p.cls.has {
				g.first[c] = g.first[c] || has
			}
		}
		for _, a := range p.alts {
			g.first[a[0]] = true
			if c := a[0]; p.fold && alnum(c) && c > '9' {
				g.first[c^0x20] = true
			}
		}
		if !p.opt {
			break
		}
	}
	if whole, span := beginning(s); g.lit == "" && span > max(g.least, leastSpan) {
		g.whole, g.span = b.class(whole), span
	}
	s.near.long = (s.near.long || len(s.near.groups) == 0) && g.long()
	s.near.groups = append(s.near.groups, g)
	return nil
}

// leastSpan is how long the sure part of a shape must be to be looked at as a whole.
const leastSpan = 12

// beginning is what the bytes of a shape are of that every match begins with, and
// how many of them there are.
func beginning(s *shape) (whole rule.Class, span int) {
	for i := range s.parts {
		p := &s.parts[i]
		if p.opt {
			break
		}
		if p.cls != nil {
			whole = whole.Or(p.cls.set)
			if span += p.min; p.min < p.max {
				break
			}
			continue
		}
		least := len(p.alts[0])
		for _, a := range p.alts {
			least = min(least, len(a))
			for _, c := range []byte(a) {
				if p.fold && alnum(c) && c > '9' {
					whole = whole.Or(rule.Chars(string([]byte{c | 0x20, c &^ 0x20})))
				}
				whole = whole.Or(rule.Chars(string([]byte{c})))
			}
		}
		span += least
	}
	return whole, span
}

// reads reports whether the context word src[at:to] stands there as a word.
func reads(src []byte, at, to int) bool { return spelled(src, at, to) && !embedded(src, at, to) }

// unreadWords are the last places where context words may stand that nothing is
// searched around: they are looked at when a match asks for one.
type unreadWords struct {
	n     int
	words [maxUnread]unreadWord
}

type unreadWord struct {
	at int
	t  *target
}

const maxUnread = 64

// later puts the literal at offset at off until a match asks for a context word, and
// reports whether that could be done: not when something is searched around it, or
// when a match waits for it.
func (s *scanner) later(t *target, at int) bool {
	for _, c := range t.nearest {
		if len(c.groups) > 0 {
			return false
		}
	}
	return s.putOff(t, at)
}

// putOff is later for a literal that nothing is searched around.
func (s *scanner) putOff(t *target, at int) bool {
	for i := range s.maybes {
		if m := &s.maybes[i]; m.near != nil && m.span.start >= at-scan.Behind {
			return false
		}
	}
	u := &s.unread
	if u.n == maxUnread {
		// Words that are too far back for whatever comes are gone.
		k := 0
		for k < u.n && at-u.words[k].at > 4*scan.Behind {
			k++
		}
		if k == 0 {
			return false
		}
		u.n = copy(u.words[:], u.words[k:])
	}
	u.words[u.n] = unreadWord{at, t}
	u.n++
	return true
}

// readWords looks at the words that were put off.
func (s *scanner) readWords() {
	for _, w := range s.unread.words[:s.unread.n] {
		to := w.at + w.t.len
		lo, hi := max(0, w.at-scan.Behind), min(len(s.src), w.at+scan.Ahead)
		if !reads(s.src[lo:hi], w.at-lo, to-lo) || insidePlaceholder(s.src[lo:hi], s.inKind.before(s.src, inKind, w.at, lo)-lo, w.at-lo) {
			continue
		}
		for _, c := range w.t.nearest {
			s.stood(c, to)
		}
	}
	s.unread.n = 0
}

// stood takes note that a context word ends at to.
func (s *scanner) stood(c *context, to int) {
	s.words[c.id] = max(s.words[c.id], to)
	s.dirty.contexts.add(c.id)
}

// contextWord takes note of a context word at [at,to): shapes without a
// literal are searched around it, and matches that waited for it are added.
func (s *scanner) contextWord(c *context, at, to, lo, hi int) {
	for i := 0; i < len(s.maybes); i++ {
		m := &s.maybes[i]
		if m.near == c && m.end <= at && m.span.start >= lo && s.within(m.end, at, c.after) {
			m.near = nil
			i -= s.promote(i)
		}
	}
	s.stood(c, to)
	if len(c.groups) == 0 || c.long && s.nothingNear(c, at, to, lo, min(hi, to+nearReach)) {
		return
	}
	start, end, limit := s.distances(c, at, to, lo, min(hi, to+nearReach))
	for _, g := range c.groups {
		s.searchNear(g, c, at, to, lo, hi, limit, start, end)
	}
}

// reach is how far the distance of a context word goes that ends at word: to at or
// not as far. run is how many bytes the last run before at has.
type reach struct{ word, at, run int }

// apart is how many bytes a word must stand behind the one before it for its
// distances to be counted anew.
const apart = 512

// distances are how far the search around a context word at [at,to) goes. Words
// that stand close together share what was searched, and counting for each would
// cost more than searching: for them limit, before which the distance ends, is
// that of the word before with as many units more as there are bytes between
// them, and start and end, where the distances end, are negative.
func (s *scanner) distances(c *context, at, to, lo, hi int) (start, end, limit int) {
	r := &s.reaches[c.id]
	n := to - r.word
	fresh := n < 0 || n > apart || r.at <= to
	if fresh {
		*r, n = reach{at: to}, c.before
	}
	from := r.at
	r.at, _, r.run = scan.Resume(s.src, r.at, hi, n, r.run)
	r.word = to
	if s.brokenIn(from, r.at) {
		if *r = (reach{}); !fresh {
			return -1, -1, hi
		}
		end = s.unitsOn(to, hi, c.before)
		return s.unitsBack(at, lo, c.after), end, end
	}
	if fresh {
		return s.unitsBack(at, lo, c.after), r.at, r.at
	}
	return -1, -1, r.at
}

// nearReach bounds both distances in bytes.
const nearReach = scan.Behind

// searchNear looks for the group's shape around a context word. What an
// earlier word's search has covered is not searched again, nor what stands from
// limit on. start and end are how far the distances reach, or negative: then they
// are counted when there is something that could be a match.
func (s *scanner) searchNear(g *nearGroup, c *context, at, to, lo, hi, limit, start, end int) {
	s.dirty.groups.add(g.id)
	sh := s.e.shapes[g.sh]
	from := max(lo, s.near[g.id], start)
	for i := s.tokenFrom(g, from, limit, lo, hi); i < limit; {
		if i < at {
			if start < 0 {
				start = s.unitsBack(at, lo, c.after)
			}
			if i < start {
				i = s.tokenFrom(g, start, limit, lo, hi)
				continue
			}
		} else {
			if end < 0 {
				end = s.unitsOn(to, min(hi, to+nearReach), c.before)
			}
			if i >= end {
				break
			}
		}
		s.m.hi, s.m.budget = hi, steps
		if e, ok := s.forward(sh, 0, i); ok {
			s.judge(sh, i, e, lo, hi, true)
		}
		s.near[g.id] = i + 1
		i = s.tokenFrom(g, i+1, limit, lo, hi)
	}
}

// seek remembers that a group's shape cannot begin in [from,at), and whether
// it may at at.
type seek struct {
	from, at int
	hit      bool
}

// tokenFrom returns the first offset from i on where the group's shape may
// begin, or limit.
func (s *scanner) tokenFrom(g *nearGroup, i, limit, lo, hi int) int {
	k := &s.seeks[g.id]
	if k.from <= i && i <= k.at && k.from < k.at {
		if k.hit && k.at < limit {
			return k.at
		}
		if k.at >= limit {
			return limit
		}
	} else {
		*k = seek{from: i, at: i}
	}
	j := g.next(s.src, k.at, limit, lo, hi)
	k.at, k.hit = j, j < limit
	return j
}

// next searches for where the shape may begin in src[i:limit].
func (g *nearGroup) next(src []byte, i, limit, lo, hi int) int {
	if g.whole == nil {
		return g.begin(src, i, limit, lo, hi)
	}
	for {
		if i = g.open(src, i, limit, hi); i >= limit {
			return limit
		}
		at := g.begin(src, i, limit, lo, hi)
		if at >= limit || at == i || g.open(src, at, limit, hi) == at {
			return at
		}
		i = at + 1
	}
}

// open is the first offset from i on that the first span bytes may stand at, or limit.
func (g *nearGroup) open(src []byte, i, limit, hi int) int {
	has := &g.whole.has
	for known := i; i < limit; {
		end := i + g.span
		if end > hi {
			return limit
		}
		k := end
		for k > known && has[src[k-1]] {
			k--
		}
		if k == known {
			return i
		}
		i, known = k, end
	}
	return limit
}

// begin is next, as far as the first part of the shape tells.
func (g *nearGroup) begin(src []byte, i, limit, lo, hi int) int {
	if g.lit != "" {
		// The last byte of a prefix is usually its separator, rarer than a letter.
		last := len(g.lit) - 1
		for end := min(hi, limit+last); i+last < end; i++ {
			n := bytes.IndexByte(src[i+last:end], g.lit[last])
			if n < 0 {
				return limit
			}
			i += n
			if string(src[i:i+last]) != g.lit[:last] {
				continue
			}
			// The run after it must reach its least length.
			if k := i + len(g.lit) + g.least - 1; g.after == nil || k < hi && g.after.has[src[k]] && g.after.has[src[i+len(g.lit)]] {
				return i
			}
		}
		return limit
	}
	if g.run == nil {
		for i < limit && !g.first[src[i]] {
			i++
		}
		return min(i, limit)
	}
	// A run of at least g.least bytes holds one of every g.least positions.
	has := &g.run.has
	if i > lo && has[src[i-1]] {
		for i < limit && has[src[i]] {
			i++
		}
	}
	for i < limit {
		k := i + g.least - 1
		if k >= hi {
			return limit
		}
		if !has[src[k]] {
			i = k + 1
			continue
		}
		b := k
		for b > i && has[src[b-1]] {
			b--
		}
		b += escapeLetters(src[lo:hi], b-lo)
		e := max(k+1, b)
		for e < hi && e-b < g.least && has[src[e]] {
			e++
		}
		if e-b >= g.least {
			return min(b, limit)
		}
		i = e
	}
	return limit
}

// nearby reports whether a context word stood near before a match at start.
func (s *scanner) nearby(c *context, start int) bool {
	s.readWords()
	w := s.words[c.id]
	return w >= 0 && w <= start && start-w <= scan.Behind && s.within(w, start, c.before)
}

// remember keeps a match that may still come true. Of too many the oldest go.
func (s *scanner) remember(m *maybe) {
	if len(s.maybes) == maxMaybe {
		s.maybes = s.maybes[1:]
		s.past = max(0, s.past-1)
	}
	if len(s.maybes) == cap(s.maybes) {
		if s.room == nil {
			s.room = make([]maybe, 0, 2*maxMaybe)
		}
		s.maybes = append(s.room[:0], s.maybes...)
	}
	s.maybes = append(s.maybes, *m)
	s.dirty.room = true
}

// promote adds match i when it lacks nothing any more and is not so old that
// what it would replace may be written already; it reports 1 when the match
// is gone from the list.
func (s *scanner) promote(i int) int {
	m := s.maybes[i]
	if m.near != nil || m.barred || m.glued || m.least > 0 || m.span.start < s.lo {
		return 0
	}
	s.maybes = append(s.maybes[:i], s.maybes[i+1:]...)
	if i < s.past {
		s.past--
	}
	s.add(&m.span)
	return 1
}

// unbar takes note of a find. It matters to no match that ends before it.
func (s *scanner) unbar(start, end int) {
	if start < s.pastTo {
		s.past = 0
	}
	for s.pastTo = start; s.past < len(s.maybes) && s.maybes[s.past].end < start; s.past++ {
	}
	for i := s.past; i < len(s.maybes); i++ {
		m := &s.maybes[i]
		if cut := m.cut(start); cut || m.barred && m.end == start || m.glued && m.span.match == end {
			m.barred = m.barred && m.end != start
			m.glued = m.glued && m.span.match != end
			i -= s.promote(i)
		}
	}
}

// cut ends a match that looks like an example where another find begins.
func (m *maybe) cut(at int) bool {
	if m.least == 0 || at < m.least || at >= m.end {
		return false
	}
	m.least, m.end, m.span.end, m.span.matchEnd = 0, at, at, at
	return true
}

// within reports whether src[from:to] counts at most n units.
func (s *scanner) within(from, to, n int) bool { return s.unitsOn(from, to, n) == to }

func index(b []byte, s string) int { return bytes.Index(b, []byte(s)) }
