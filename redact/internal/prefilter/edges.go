package prefilter

import "strings"

// Where one part of a text is put in the place of another, what stands beside it is
// found as before, and what it holds by itself is known. Only what reaches across an
// edge of it must be looked for.

// Edges are the literals that may reach across the edges of some parts, by the byte
// on the other side of the edge than the part.
type Edges struct {
	into, outOf [256][]crossing
	reach       int
}

// crossing is a literal that may begin so far before the edge; behind it when negative.
type crossing struct{ lit, ahead int }

// Edges are those of parts that begin with one of the openings and end with the byte
// last.
func (s *Set) Edges(openings []string, last byte) *Edges {
	e := &Edges{}
	for i := range s.texts {
		t := &s.texts[i]
		d := int(s.lits[i].off)
		for k, o := range openings {
			t.eachFit(o[0], func(at int) {
				if at > -len(t.before) && t.opens(o, at) && (k == 0 || !t.opens(openings[0], at)) {
					t.add(&e.into, crossing{i, at}, at-1)
					e.reach = max(e.reach, d-at, at-d)
				}
			})
		}
		t.eachFit(last, func(at int) {
			if at++; at < t.needs() {
				t.add(&e.outOf, crossing{i, at}, at)
				e.reach = max(e.reach, d-at, at-d)
			}
		})
	}
	return e
}

// Reach is the longest distance from an edge to the window of a literal that may reach
// across it.
func (e *Edges) Reach() int { return e.reach }

// Across appends the literals that reach across an edge of the part src[from:to], in
// no order.
func (s *Set) Across(e *Edges, src []byte, from, to int, hits []Hit) []Hit {
	if from > 0 {
		for _, c := range e.into[src[from-1]] {
			if at := from - c.ahead; s.at(c.lit, src, at) {
				hits = append(hits, Hit{at, c.lit})
			}
		}
	}
	if to < len(src) {
		for _, c := range e.outOf[src[to]] {
			if at := to - c.ahead; at-len(s.texts[c.lit].before) >= from && s.at(c.lit, src, at) {
				hits = append(hits, Hit{at, c.lit})
			}
		}
	}
	return hits
}

// Within reports whether all bytes that say whether the hit's literal stands there are
// of src[from:to].
func (s *Set) Within(h Hit, from, to int) bool {
	t := &s.texts[h.Lit]
	return h.At-len(t.before) >= from && h.At+t.needs() <= to
}

// Before reports whether Scan reports hit a before b.
func (s *Set) Before(a, b Hit) bool { return s.before(a, b) }

// needs is how many bytes from the literal's start on say whether it stands there.
func (l *text) needs() int { return max(len(l.text)+len(l.after), l.far+1) }

// eachFit calls f with the places that c, which is no letter, may stand at, in bytes
// from the literal's start.
func (l *text) eachFit(c byte, f func(at int)) {
	for at := -len(l.before); at < 0; at++ {
		if l.fits(c, at) {
			f(at)
		}
	}
	for at := 0; ; at++ {
		n := strings.IndexByte(l.text[at:], c)
		if n < 0 {
			break
		}
		at += n
		f(at)
	}
	for at := len(l.text); at < l.needs(); at++ {
		if l.fits(c, at) {
			f(at)
		}
	}
}

// opens reports whether an opening may stand at place at.
func (l *text) opens(o string, at int) bool {
	for k := 0; k < len(o) && at+k < l.needs(); k++ {
		if !l.fits(o[k], at+k) {
			return false
		}
	}
	return true
}

// fits reports whether c may stand at place at.
func (l *text) fits(c byte, at int) bool {
	after := at - len(l.text)
	switch {
	case at < 0:
		k := len(l.before) + at
		return k < 0 || l.before[k].IsZero() || l.before[k].Has(c)
	case after < 0:
		return c == l.text[at] || l.fold && c-'A' < 26 && c|0x20 == l.text[at]
	case after < len(l.after) && !l.after[after].IsZero() && !l.after[after].Has(c):
		return false
	case at < l.far:
		return l.between.Has(c)
	}
	return at != l.far || l.far == 0 || l.farOf.Has(c)
}

// add adds a crossing to the lists of the bytes that may stand at place at.
func (l *text) add(lists *[256][]crossing, c crossing, at int) {
	for b := range lists {
		if l.fits(byte(b), at) {
			lists[b] = append(lists[b], c)
		}
	}
}
