package engine

import (
	"slices"
	"time"

	"jezero/redact/internal/name"
	"jezero/redact/internal/prefilter"
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
	"jezero/redact/rule"
)

// scanner is the machine. src is the part of the input it can see: all of it,
// or a stream's buffer, which slide moves on. What it decides depends on the
// input alone, never on how much of it was visible at a time:
//
//   - a candidate is looked at only when everything a view may reach is there;
//     until then the machine waits before it;
//   - views are cut at fixed distances from the anchor;
//   - what is remembered between candidates (runs, cover) is either a pure
//     cache or follows from the candidates before, whose order is fixed.
type scanner struct {
	e     *Engine
	src   []byte
	begin bool // src[0] is the first byte of the input
	final bool // src ends where the input ends
	used  bool // something of what follows is not as in a new scanner

	next   int // the first window position not looked at yet
	wait   int
	all    []prefilter.Hit // what the search found
	hits   []prefilter.Hit // what is looked at of that
	search *prefilter.Room
	hit    int    // the one that is looked at
	early  hitSet // those after it whose shapes were tried already
	idle   hitSet // those that are worth no detector
	sifted bool   // that was found out of all of them
	found  []span // not yet settled
	ready  []Finding

	// cover is the found span that reaches farthest. An anchor deep inside it
	// cannot add anything: it is skipped, which keeps hostile input linear.
	coverStart, coverEnd int
	lastStart            int // no found span begins behind it
	patience             int // so many found spans are not worth to be settled again

	line   int           // the first line that patterns without a gate have not seen
	spent  time.Duration // on patterns, for this document
	ranges [][2]int
	masked []byte
	// by pattern: up to where it searched, and up to where it searched to a line's end
	searched, lineSearched []int

	inKind, inGlue stretch
	walked         scan.Walked
	names          name.Memo
	values         value.Memo
	echo           echo
	judged         int // matches of shapes
	// where no separator stands four times in a row, and none twice
	unruled, single stretch
	// the last run that neither repeats one byte nor says that it is an example, and
	// the last that says nothing over and over
	honest, calm stretch
	masks        masks
	sight        sight
	letters      letterCount
	choppy       stretch // where no letters stand in a row as in a chant
	short        stretch // where no long run stands

	runs   []run // by class
	near   []int // by near group: up to where its shape was searched
	words  []int // by context: the end of the last word, or negative
	dirty  dirty
	unread unreadWords
	// by context: what was counted from the last word on
	reaches []reach
	seeks   []seek
	maybes  []maybe // in room
	room    []maybe
	past    int // so many of them, the first, end before pastTo
	pastTo  int
	broken  [][2]int
	renew   bool // a find of several words came after words that searched behind it
	lo      int  // where the current view begins

	again bool   // the text is the result of a first look
	marks []mark // its placeholders
	hides int    // the one that was asked for last
	// the last literal that begins with the colon of a placeholder, and whether
	// nothing can come of it there
	colon       int
	barrenColon bool
	readings    lastReadings
	spare       []mark // room for those of the next document
	trail       *trail // nil for streams
	spareTrail  *trail
	mark        int // the first whose surroundings are not done

	view scan.View
	out  scan.Out
	m    match
	st   stats
}

func (sp *span) shift(n int) {
	sp.match += n
	sp.matchEnd += n
	sp.start += n
	sp.end += n
}

// deep is how far before the end of a covered region an anchor must end to be
// skipped: what begins closer to the end may still reach past it.
const deep = 512

// span is one thing found, in offsets of src.
type span struct {
	match, matchEnd int
	start, end      int
	rule            *rule.Rule
	conf            rule.Confidence
	special         int // literal bytes of a shape; detectors have none
	wrap            string
	open            bool
	alphabet        rule.Class
	deeper          int
	until           string
}

// mostHits is how many literals are found before they are looked at. The search and
// what looks at them each need the first cache for themselves, so they take long turns;
// but what was searched should still be in the second one when it is copied.
const mostHits = 512

func (e *Engine) newScanner() *scanner {
	s := &scanner{
		e:        e,
		all:      make([]prefilter.Hit, 0, mostHits),
		hits:     make([]prefilter.Hit, 0, mostHits),
		search:   new(prefilter.Room), // by itself, so that it begins with a cache line
		runs:     make([]run, e.class),
		near:     make([]int, e.groups),
		searched: make([]int, e.patterns), lineSearched: make([]int, e.patterns),
		colon: -1,
		seeks: make([]seek, e.groups),
		words: make([]int, e.contexts), reaches: make([]reach, e.contexts),
	}
	for i := range s.words {
		s.words[i] = -1
	}
	s.dirty.make(e)
	s.view = scan.View{Walked: &s.walked, Names: &s.names, Values: &s.values, Tokens: s}
	return s
}

// step goes on until findings are settled or the visible input is used up,
// and reports whether there is more to do. ready holds what was settled, and
// settled() the offset up to which nothing more will be found. When the input
// is not final, wait says how much of it must be visible before another step
// can get further.
func (s *scanner) step() bool {
	s.ready = s.ready[:0]
	limit := len(s.src)
	if !s.final {
		limit -= s.e.set.Ahead()
	}
	s.wait = len(s.src) + 1
	for stuck := false; s.next < limit && !stuck; {
		to := s.bound(limit)
		if safe := len(s.src) - s.e.ahead; !s.final && to > safe {
			// What is found behind safe has to wait, and is searched for once
			// more when it need not: so the first find should end the search.
			to = min(to, max(safe, s.next+lag))
		}
		if s.next >= to {
			if s.next < limit && s.mark < len(s.marks) {
				continue
			}
			break
		}
		mark := s.mark
		from := s.next
		s.all, s.next = s.literals(s.all[:0], to)
		if s.again && s.next >= to {
			s.scanOn(limit)
		}
		s.early.clear()
		s.sift()
		for i, h := range s.hits {
			s.hit = i
			// Strictly more than a view can reach, so that whether a view ends
			// at the end of the input is known. The window decides, so that
			// literals that share one wait together.
			if !s.final {
				if w := s.e.set.Window(h); w+s.e.ahead > len(s.src) {
					s.next, s.mark, s.wait, stuck = max(0, w), mark, w+s.e.ahead, true
					break
				}
			}
			if s.early.has(i) && s.e.asks[h.Lit].bare && s.echo.period == 0 {
				s.st.candidates++
				continue
			}
			s.candidate(h)
			if s.renew {
				s.searchAgain(h.At)
			}
		}
		if s.trail != nil && !s.again {
			s.trail.keep(s.e.set, s.all, from, s.next)
		}
		if len(s.e.ungated) > 0 && !s.again {
			s.used = true
			s.lines(s.next)
		}
		if len(s.found) > s.patience {
			s.swallow()
			s.settle()
			if len(s.ready) > 0 && !stuck {
				return true
			}
		}
	}
	if len(s.found) > 0 {
		s.swallow()
		s.settle()
	}
	return false
}

// settled is the offset before which everything is decided.
func (s *scanner) settled() int {
	if s.final && s.next >= len(s.src) {
		return len(s.src)
	}
	safe := max(0, s.next-s.e.back)
	if len(s.found) > 0 {
		safe = min(safe, s.found[0].start)
	}
	return safe
}

// candidate looks at one literal that the prefilter found.
func (s *scanner) candidate(h prefilter.Hit) {
	t := &s.e.lits[h.Lit]
	s.used = true
	s.st.candidates++
	if s.covered(h.At, t) {
		return
	}
	if s.idle.has(s.hit) && len(s.marks) == 0 && s.e.asks[h.Lit].later && s.putOff(t, h.At) {
		return
	}
	lo := max(0, h.At-scan.Behind)
	hi := min(len(s.src), h.At+scan.Ahead)
	s.lo = lo
	if s.nameTold(h) {
		return
	}
	var before, now *heard
	if s.echo.period != 0 && len(t.nearest)+len(t.patterns) == 0 {
		if before = s.echoes(h); before.mayRepeat() && before.quiet {
			s.repeat(before, h)
			return
		}
		now = s.echo.next(h)
	}
	judged := s.judged
	m := s.hidden(h.At)
	if len(t.shapes) > 0 {
		if s.early.has(s.hit) || s.told(h.Lit, h.At) {
			judged--
		} else if m == nil || !s.barren(t, h.Lit, h.At, m) {
			s.tryShapes(t, h.At, lo, hi)
		}
	}
	for _, p := range t.patterns {
		if s.again {
			break // patterns are asked once
		}
		s.matchGate(p, h.At, h.At+t.len, lo, hi)
	}
	quiet := s.judged == judged
	if now != nil {
		now.quiet = quiet
	}
	if m != nil && h.At >= m.at+opening {
		return
	}
	near := len(t.nearest) > 0 && !s.later(t, h.At) && reads(s.src[lo:hi], h.At-lo, h.At-lo+t.len)
	worth := s.worth(t, h.Lit, h.At)
	if !near && !worth {
		return
	}
	word := s.inKind.before(s.src, inKind, h.At, lo)
	if insidePlaceholder(s.src[lo:hi], word-lo, h.At-lo) {
		return
	}
	if near {
		for _, c := range t.nearest {
			s.contextWord(c, h.At, h.At+t.len, lo, hi)
		}
	}
	if !worth {
		return
	}
	if now == nil {
		before, now = s.echoes(h), s.echo.next(h)
		now.quiet = quiet
	}
	if before.mayRepeat() {
		s.tellAgain(before, now)
		return
	}
	if word > lo && kindBytes[s.src[word-1]]&inGlue != 0 {
		word = s.inGlue.before(s.src, inGlue, h.At, lo)
	}
	s.detect(t, gluedToPlaceholder(s.src[lo:hi], word-lo, h.At-lo), h.At, lo, hi, before, now)
}

// detect asks the detectors of a literal at offset at. What they find is kept in
// now; before is what they found a period before, or nil.
func (s *scanner) detect(t *target, glued bool, at, lo, hi int, before, now *heard) {
	v := &s.view // field by field: what is the same for every candidate stays
	v.Src, v.At, v.To, v.Base = s.src[lo:hi:hi], at-lo, at-lo+t.len, lo
	v.Begin, v.Finish = s.begin && lo == 0, s.final && hi == len(s.src)
	commands := &s.walked.Commands
	begun := commands.Begun()
	if before != nil && before.command {
		now.told = commands.State(s.src[at:at+t.len], at) | 1
		if now.steady = now.told == before.told; !now.steady && before.told != 0 {
			s.echo.double()
		}
	}
	for i := range t.detect {
		d := &t.detect[i]
		if glued && d.run == nil {
			continue // no name; a token it may be
		}
		if d.run != nil {
			if end := s.runEnd(d.run, at, hi); end-at < d.least || end+4 >= hi || s.src[end] != d.then {
				continue
			}
		}
		s.st.verified++
		s.out.Spans = s.out.Spans[:0]
		s.e.detectors[d.detector](v, &s.out)
		s.dirty.out = max(s.dirty.out, len(s.out.Spans))
		for i := range s.out.Spans {
			if sp, ok := s.detected(&s.out.Spans[i], lo); ok {
				now.add(&sp)
				s.add(&sp)
			}
		}
	}
	now.command = commands.Begun() != begun
}

// covered reports whether the literal lies deep inside of what is found. One at its
// very start may say better what it is.
func (s *scanner) covered(at int, t *target) bool {
	return s.coverStart < at && at+t.len+deep <= s.coverEnd
}

// tryShapes tries the shapes of a literal at offset at.
func (s *scanner) tryShapes(t *target, at, lo, hi int) {
	for i := range t.shapes {
		try := &t.shapes[i]
		if try.sh.simple && s.trySimple(try.sh, at, t.len, lo, hi) {
			continue
		}
		if try.last != nil {
			k := at + try.at
			if k >= hi || !try.last.has[s.src[k]] {
				continue
			}
			if end := s.runEnd(try.last, at+t.len, k+1); end <= k && !inRuns[s.src[end]] {
				continue
			}
		}
		if sh := try.sh; sh.anchor > 0 && !sh.mayEnd(s.src[lo:at]) {
			continue
		}
		s.st.verified++
		s.verify(try.sh, at, t.len, lo, hi)
	}
}

// detected is a detector's span as it is found. Offsets outside the view and
// empty values would corrupt the output, so such spans are dropped.
func (s *scanner) detected(d *scan.Span, lo int) (sp span, ok bool) {
	n := len(s.view.Src)
	if d.Start < 0 || d.Start >= d.End || d.End > n || d.Rule == nil {
		return span{}, false
	}
	if redacted(s.view.Src, d.Start, d.End) || s.e.off != nil && s.e.off[d.Rule] {
		return span{}, false
	}
	if k := oddBackslashes(s.view.Src, d.Start, d.End); k > 0 {
		d.End -= k // they belong to the quote behind them
	}
	if d.Start >= d.End || !d.Open && s.view.StringEnd(d.Start, d.Start, d.End) >= 0 {
		return span{}, false // it reaches out of the string that it begins in: something was misread
	}
	start := wholeEscape(s.view.Src, d.Start)
	return span{
		match: lo + max(0, min(d.Match, start)), matchEnd: lo + min(n, max(d.MatchEnd, d.End)),
		start: lo + start, end: lo + d.End,
		rule: d.Rule, conf: d.Confidence, wrap: d.Wrap,
		open: d.Open && d.End == n && !s.view.Finish, alphabet: d.Alphabet, deeper: d.Deeper, until: d.Until,
	}, true
}

// oddBackslashes is how many backslashes end the value b[start:end] when a quote
// stands behind it that they escape.
func oddBackslashes(b []byte, start, end int) int {
	if end >= len(b) || b[end] != '"' && b[end] != '\'' {
		return 0
	}
	n := 0
	for end-n > start && b[end-n-1] == '\\' {
		n++
	}
	if n%2 == 0 {
		return 0
	}
	return n
}

// wholeEscape moves the start of a value in front of the escape \uXXXX that it
// would split: a backslash left alone before a placeholder is no JSON.
func wholeEscape(b []byte, start int) int {
	if start == 0 || b[start-1] != '\\' || start+5 > len(b) || b[start] != 'u' ||
		!isHex(b[start+1]) || !isHex(b[start+2]) || !isHex(b[start+3]) || !isHex(b[start+4]) {
		return start
	}
	n := 0
	for n < start && b[start-1-n] == '\\' {
		n++
	}
	if n%2 == 0 {
		return start
	}
	return start - 1
}

// add takes over what was found.
func (s *scanner) add(sp *span) {
	s.found = append(s.found, *sp)
	s.added(false)
}

// added takes note of what was put last into found. whole says that it holds no blank.
func (s *scanner) added(whole bool) {
	sp := &s.found[len(s.found)-1]
	s.dirty.found = max(s.dirty.found, len(s.found))
	s.st.confirmed++
	if sp.conf == 0 {
		sp.conf = sp.rule.Confidence
	}
	if sp.open && sp.until != "" {
		// The terminator may stand across the end of the view.
		sp.end = max(sp.start+1, sp.end-len(sp.until)+1)
	}
	if len(s.marks) > 0 {
		s.widen(sp)
	}
	s.swallowOne(sp)
	if s.trail != nil && !s.again {
		s.trail.fresh = append(s.trail.fresh, span2{sp.start, sp.end})
	}
	s.lastStart = max(s.lastStart, sp.start)
	if !whole {
		s.noteBroken(sp.start, sp.end)
	}
	if len(s.maybes) > 0 {
		s.unbar(sp.start, sp.end)
	}
}

// slide forgets the first n bytes of src, which must be settled, and goes on
// with src, which continues what is left.
func (s *scanner) slide(n int, src []byte, final bool) {
	if n > 0 {
		s.readWords()
	}
	s.src, s.final = src, final
	if n == 0 {
		return
	}
	s.used, s.dirty.all = true, true
	s.begin = false
	s.inKind, s.inGlue = stretch{}, stretch{}
	s.walked.Reset()
	s.letters = letterCount{}
	s.unruled, s.single, s.honest, s.calm, s.choppy, s.short = stretch{}, stretch{}, stretch{}, stretch{}, stretch{}, stretch{}
	s.sight.n = 0
	gone := 0
	for i := range s.marks {
		s.marks[i].at -= n
		s.marks[i].end -= n
		if s.marks[i].end < 0 && i < s.mark {
			gone = i + 1
		}
	}
	s.marks = slices.Delete(s.marks, 0, gone)
	s.mark -= gone
	s.next -= n
	s.line -= n
	s.echo.shift(n)
	s.coverStart -= n
	s.coverEnd -= n
	s.lastStart -= n
	s.pastTo -= n
	for i := range s.found {
		s.found[i].shift(-n)
	}
	for i := range s.runs {
		s.runs[i].start -= n
		s.runs[i].end -= n
	}
	for i := range s.near {
		s.near[i] -= n
		s.seeks[i].from -= n
		s.seeks[i].at -= n
	}
	for i := range s.searched {
		s.searched[i] -= n
		s.lineSearched[i] -= n
	}
	for i := range s.words {
		s.words[i] = max(-1, s.words[i]-n)
	}
	clear(s.reaches)
	for i := range s.broken {
		s.broken[i][0] -= n
		s.broken[i][1] -= n
	}
	for i := range s.maybes {
		m := &s.maybes[i]
		m.end -= n
		if m.least > 0 {
			m.least = max(1, m.least-n)
		}
		m.span.shift(-n)
	}
}
