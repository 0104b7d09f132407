package engine

import (
	"encoding/binary"

	"jezero/redact/internal/prefilter"
	"jezero/redact/internal/scan"
	"jezero/redact/rule"
)

// A text that repeats itself says nothing new: a table of equal lines, padding, a
// page of one word, what somebody made to have many starts and no end. Detectors
// are functions of their view alone, so that where all that a view holds is, byte
// for byte, what the view of the same literal held one period before, they find
// the same again and need not be asked. What they look at far ahead for each of
// many literals is then looked at once.

// echo is the period of the text and what detectors found last.
type echo struct {
	period   int // 0 when none is known
	from, to int // src[i] == src[i-period] from from to to
	rest     int // before this offset none is looked for
	back     int // how many literals ago the one of a period before was
	doubled  int // how often the period was doubled
	n        int // literals so far
	heard    [mostHeard]heard
	spans    [mostHeard][mostSpans]echoSpan // apart: most literals have none
}

const (
	// mostHeard is how many literals a period may hold.
	mostHeard = 64
	// restAtLeast is how far apart searches for a period are.
	restAtLeast = 8 << 10
	// mostSpans is how many spans of a literal can be told again.
	mostSpans = 3
	// mostPeriods is how many are tried each time.
	mostPeriods = 3
	// beyond is how much more than its view must repeat: shapes look at what
	// stands behind a token.
	beyond = 64
)

// heard is what detectors found at a literal.
type heard struct {
	at    int
	lit   uint32
	n     int // spans; negative when they cannot be told again
	spans *[mostSpans]echoSpan
	quiet bool // no shape matched
	// A command tells what the commands before it did not. It tells the same again
	// when they had told the same when it began: in one period and in the next.
	command, steady bool
	told            uint64 // scan.Words.State, or 0
}

// mayRepeat reports whether the same is found one period later.
func (r *heard) mayRepeat() bool { return r != nil && r.n >= 0 && (!r.command || r.steady) }

// echoSpan is a span in offsets from the literal.
type echoSpan struct {
	match, matchEnd, start, end int
	rule                        *rule.Rule
	conf                        rule.Confidence
	wrap                        string
}

// reset forgets everything.
func (e *echo) reset() { e.period, e.rest, e.n = 0, 0, 0 }

// shift is for a buffer that moved on by n bytes.
func (e *echo) shift(n int) {
	e.from -= n
	e.to -= n
	e.rest -= n
	if e.to < e.period {
		e.period = 0 // what would have to be compared is gone
	}
	for i := range e.heard {
		e.heard[i].at -= n
	}
}

// mostDoubled bounds that: quotes pair in two ways.
const mostDoubled = 2

// double takes two periods for one: what commands told is not the same in each.
func (e *echo) double() {
	if e.doubled < mostDoubled {
		e.doubled++
		e.from += e.period
		e.period *= 2
	}
}

// next is where what is found at a literal is kept.
func (e *echo) next(h prefilter.Hit) *heard {
	k := e.n % mostHeard
	e.n++
	r := &e.heard[k]
	*r = heard{}
	r.at, r.lit, r.spans = h.At, uint32(h.Lit), &e.spans[k]
	return r
}

// add keeps a span.
func (r *heard) add(sp *span) {
	if r.n < 0 || r.n == len(r.spans) || sp.open {
		r.n = -1
		return
	}
	r.spans[r.n] = echoSpan{sp.match - r.at, sp.matchEnd - r.at, sp.start - r.at, sp.end - r.at, sp.rule, sp.conf, sp.wrap}
	r.n++
}

// before is the one that stood back literals ago, nil when that is too many: the
// oldest makes room for the next.
func (e *echo) before(back int) *heard {
	if back < 1 || back > e.n || back >= mostHeard {
		return nil
	}
	return &e.heard[(e.n-back)%mostHeard]
}

// find returns what was found at the literal a period before h.
func (e *echo) find(h prefilter.Hit) *heard {
	at := h.At - e.period
	if r := &e.heard[(e.n-e.back)%mostHeard]; e.back <= e.n && r.at == at && r.lit == uint32(h.Lit) {
		return r
	}
	for k := 1; ; k++ {
		r := e.before(k)
		if r == nil || r.at < at {
			return nil
		}
		if r.at == at && r.lit == uint32(h.Lit) {
			e.back = k
			return r
		}
	}
}

// echoes returns what detectors found at the literal a period before h, when all
// that they could see there is what they would see here.
func (s *scanner) echoes(h prefilter.Hit) *heard {
	e := &s.echo
	low, end := h.At-scan.Behind, h.At+scan.Ahead+beyond
	if h.At < e.rest || low < 0 || end >= len(s.src) {
		return nil
	}
	if e.period == 0 && !s.findPeriod(h, low, end) {
		return nil
	}
	if e.to < end && !s.goesOn(end) {
		e.rest, e.period = e.to+scan.Behind+1, 0
		return nil
	}
	if low < e.from || low-e.period < 0 || low == e.period && s.begin {
		return nil // the view before was cut, or might have been
	}
	return e.find(h)
}

// findPeriod looks for the period of the text around h among the distances to the
// literals before that are the same.
func (s *scanner) findPeriod(h prefilter.Hit, low, end int) bool {
	const sample = 16
	e := &s.echo
	last := h.At
	for k, tries := 1, 0; tries < mostPeriods; k++ {
		r := e.before(k)
		if r == nil || h.At-r.at > scan.Behind || r.at < sample {
			break
		}
		if r.lit != uint32(h.Lit) || r.at >= h.At || string(s.src[r.at-sample:r.at+sample]) != string(s.src[h.At-sample:h.At+sample]) {
			continue
		}
		tries++
		e.period, e.back, e.doubled = h.At-r.at, k, 0
		e.from = max(low, e.period)
		e.to = e.from
		if s.goesOn(end) {
			return true
		}
		last = max(last, e.to+scan.Behind)
	}
	e.rest, e.period = max(last, h.At+restAtLeast)+1, 0
	return false
}

// goesOn reports whether the text repeats itself up to end, and moves e.to there,
// or to where it does not.
func (s *scanner) goesOn(end int) bool {
	e := &s.echo
	a, b := s.src[e.to:], s.src[e.to-e.period:]
	i, n := 0, min(len(a), end-e.to+scan.Behind)
	for ; i+8 <= n && binary.LittleEndian.Uint64(a[i:]) == binary.LittleEndian.Uint64(b[i:]); i += 8 {
	}
	for ; i < n && a[i] == b[i]; i++ {
	}
	e.to += i
	return e.to >= end
}

// repeat finds again at h what was found a period before.
func (s *scanner) repeat(r *heard, h prefilter.Hit) {
	now := s.echo.next(h)
	now.quiet = r.quiet
	s.tellAgain(r, now)
}

// tellAgain finds at now what was found at r.
func (s *scanner) tellAgain(r, now *heard) {
	now.n, now.command, now.steady = r.n, r.command, r.steady
	for i := range r.n {
		now.spans[i] = r.spans[i]
		d := &now.spans[i]
		s.add(&span{match: d.match + now.at, matchEnd: d.matchEnd + now.at, start: d.start + now.at, end: d.end + now.at, rule: d.rule, conf: d.conf, wrap: d.wrap})
	}
}
