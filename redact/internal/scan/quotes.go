package scan

import (
	"bytes"

	"jezero/redact/internal/swar"
)

// kind is a quote with so many backslashes before it. words says that the
// apostrophe of a word, as in don't, counts.
type kind struct {
	mark  byte
	level int
	words bool
}

// anyLevel is any number of backslashes.
const anyLevel = -1

// next is the first quote of the kind in s[from:to], or -1. Something stands at
// s[to] when apostrophes are told apart.
func (k kind) next(s []byte, from, to int) int {
	for p := from; p < to; p++ {
		i := bytes.IndexByte(s[p:to], k.mark)
		if i < 0 {
			return -1
		}
		p += i
		if (k.level == anyLevel || Backslashes(s, p) == k.level) && (k.words || k.mark != '\'' || p == 0 || !letter(s[p-1]) || !letter(s[p+1])) {
			return p
		}
	}
	return -1
}

func (k kind) count(s []byte, from, to int) (n int) {
	for p := k.next(s, from, to); p >= 0; p = k.next(s, p+1, to) {
		n++
	}
	return n
}

// Quotes remembers how many quotes stand in the part of the input that was asked
// for last, and where none does, each for a few kinds: whether a name stands in a
// string is asked for every name of a line.
type Quotes struct {
	counts [4]quoteCount
	none   [2]noQuote
	turn   int
}

// quoteCount is how many quotes of a kind stand in [low,to).
type quoteCount struct {
	kind
	low, to, n int
	turn       int
}

// noQuote is where none of a kind stands.
type noQuote struct {
	kind
	Stretch
}

// fewBytes are as well walked again.
const fewBytes = 48

// Near the start of a view it is not known how many backslashes stand before a
// quote: what is remembered begins deepEdge bytes behind it at least, edge at most.
const (
	deepEdge = 16
	edge     = 80
)

// OddQuotes reports whether the number of quotes with level backslashes before
// them in Src[from:to] is odd. Apostrophes between letters or digits are none.
// Something stands at Src[to].
func (v *View) OddQuotes(mark byte, level, from, to int) bool {
	return v.odd(kind{mark: mark, level: level}, from, to)
}

func (v *View) odd(k kind, from, to int) bool {
	if v.Walked == nil || to-from < fewBytes {
		return k.count(v.Src, from, to)%2 == 1
	}
	return v.Walked.quotes.count(k, v, from, to)%2 == 1
}

// count is how many quotes stand in v.Src[from:to].
func (q *Quotes) count(k kind, v *View, from, to int) int {
	q.turn++
	c := &q.counts[0]
	for i := range q.counts {
		if q.counts[i].kind == k {
			c = &q.counts[i]
			break
		} else if q.counts[i].turn < c.turn {
			c = &q.counts[i]
		}
	}
	low, end := c.low-v.Base, c.to-v.Base
	atEdge := 0
	if v.Base > 0 && from < deepEdge {
		inside := min(to, edge)
		if c.kind == k && low >= deepEdge && low < inside {
			inside = low
		}
		atEdge = k.count(v.Src, from, inside)
		from = inside
	}
	if c.kind != k || low < 0 || v.Base > 0 && low < deepEdge || end > len(v.Src) || apart(low, from)+apart(end, to) >= to-from {
		c.kind, c.n, low, end = k, 0, from, from
	}
	switch {
	case low < from:
		c.n -= k.count(v.Src, low, from)
	case low > from:
		c.n += k.count(v.Src, from, low)
	}
	switch {
	case end < to:
		c.n += k.count(v.Src, end, to)
	case end > to:
		c.n -= k.count(v.Src, to, end)
	}
	c.low, c.to, c.turn = from+v.Base, to+v.Base, q.turn
	return c.n + atEdge
}

func apart(a, b int) int { return max(a-b, b-a) }

// LastQuote is where the last quote with level backslashes before it stands in
// Src[from:to], or -1.
func (v *View) LastQuote(mark byte, level, from, to int) int {
	var none Stretch
	skip := &none
	if v.Walked != nil {
		k := kind{mark: mark, level: level, words: true}
		known := &v.Walked.quotes.none
		if known[0].kind != k {
			if known[1], known[0] = known[0], known[1]; known[0].kind != k {
				known[0] = noQuote{kind: k}
			}
		}
		skip = &known[0].Stretch
	}
	p, last := to, from-1
	for p > from {
		if p = skip.SkipBack(v, p); p <= from {
			break
		}
		low := from
		if end := skip.to - v.Base; end < p {
			low = max(low, end)
		}
		if p = lastOf(v.Src, mark, low, p); p >= low && Backslashes(v.Src, p) == level {
			last = p
			break
		}
		p = max(p, low)
	}
	if least := last + 1; v.Base == 0 || least >= deepEdge {
		skip.Saw(v, least, to)
	}
	if last < from {
		return -1
	}
	return last
}

// lastOf is where the last c of src[lo:hi] stands, less than lo when there is none.
func lastOf(src []byte, c byte, lo, hi int) int {
	for ; hi-8 >= lo; hi -= 8 {
		if bytesOf(swar.Load(src, hi-8), c) != 0 {
			break
		}
	}
	for hi--; hi >= lo && src[hi] != c; hi-- {
	}
	return hi
}
