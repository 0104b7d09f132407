package engine

import (
	"slices"

	"jezero/redact/internal/scan"
)

// swallow extends the open spans as far as the visible input allows.
func (s *scanner) swallow() {
	for i := range s.found {
		if s.found[i].open {
			s.swallowOne(&s.found[i])
		}
	}
}

func (s *scanner) swallowOne(sp *span) {
	if sp.open {
		switch {
		case !sp.alphabet.IsZero():
			for sp.end < len(s.src) && sp.alphabet.Has(s.src[sp.end]) {
				sp.end++
			}
			sp.open = sp.end == len(s.src) && !s.final
		case sp.deeper > 0:
			sp.end, sp.open = s.deeper(sp.end, sp.deeper)
		default:
			sp.end, sp.open = s.until(sp.end, sp.until)
		}
		sp.matchEnd = max(sp.matchEnd, sp.end)
	}
	if sp.end > s.coverEnd {
		s.coverStart, s.coverEnd = sp.start, sp.end
	}
}

// until finds the terminator from offset i on. While it has not come, the
// end stays so far back that a terminator cut by the end of src is still seen.
func (s *scanner) until(i int, text string) (end int, open bool) {
	if text == "" {
		return len(s.src), !s.final
	}
	if n := index(s.src[i:], text); n >= 0 {
		return i + n, false
	}
	if s.final {
		return len(s.src), false
	}
	return max(i, len(s.src)-len(text)+1), true
}

// deeper is the end, from offset i on, of the lines that are indented by n
// blanks or more: behind their last byte that is no space. While a line's
// indent is not to be seen, the end stays before it.
func (s *scanner) deeper(i, n int) (end int, open bool) {
	for end = i; i < len(s.src); {
		for i < len(s.src) && s.src[i] != '\n' {
			if c := s.src[i]; c > ' ' {
				end = i + 1
			}
			i++
		}
		from := i + 1
		for i = from; i < len(s.src) && (s.src[i] == ' ' || s.src[i] == '\t'); i++ {
		}
		if i < len(s.src) && i-from < n && s.src[i] != '\n' && s.src[i] != '\r' {
			return end, false
		}
	}
	return end, !s.final
}

// manySpans that overlap are settled when there are twice as many.
const manySpans = 512

// settle moves the spans that nothing can change any more to ready: merged,
// in order.
func (s *scanner) settle() {
	s.patience = 0
	safe := s.next - s.e.back
	if s.final && s.next >= len(s.src) {
		safe = len(s.src) + 1
	}
	s.sortFound()
	kept := 0
	for i := 0; i < len(s.found); {
		best := &s.found[i]
		start, end, wrap, open := best.start, best.end, best.wrap, best.open
		j := i + 1
		for ; j < len(s.found) && s.found[j].start < end; j++ {
			if f := &s.found[j]; f.end > end || f.start == start && f.end == end && f.wrap != "" {
				wrap = f.wrap
				if f.start > start {
					wrap = "" // more than the number goes
				}
			}
			end = max(end, s.found[j].end)
			open = open || s.found[j].open
			if rank(&s.found[j], best) > 0 {
				best = &s.found[j]
			}
		}
		if open || end >= safe {
			s.found = slices.Delete(s.found, kept, i)
			s.shorten(kept, kept+j-i, wrap)
			if !open && j-i > manySpans {
				s.patience = 2 * len(s.found)
			}
			return
		}
		s.ready = append(s.ready, Finding{})
		f := &s.ready[len(s.ready)-1] // field by field, see Append
		f.Match, f.MatchEnd, f.Start, f.End = min(best.match, start), max(best.matchEnd, end), start, end
		f.Rule, f.Confidence, f.Wrap = best.rule, best.conf, wrap
		i = j
	}
	s.found = s.found[:kept]
}

// sortFound sorts what was found by where it begins, the longest first. It nearly
// always is in order, and where it is not, by little: what stands one or two places
// too far back is moved there.
func (s *scanner) sortFound() {
	f, left := s.found, 8*len(s.found)
	for i := 1; i < len(f); i++ {
		if inOrder(&f[i-1], &f[i]) <= 0 {
			continue
		}
		k := i - 1
		for k > 0 && inOrder(&f[k-1], &f[i]) > 0 {
			k--
		}
		if left -= i - k; left < 0 {
			slices.SortStableFunc(f, func(a, b span) int { return inOrder(&a, &b) })
			return
		}
		sp := f[i]
		copy(f[k+1:i+1], f[k:i])
		f[k] = sp
	}
}

func inOrder(a, b *span) int {
	if a.start != b.start {
		return a.start - b.start
	}
	return b.end - a.end
}

// shorten puts one span in the place of the many that are far behind in
// found[i:j], which overlap and are not settled yet: a text in which every value
// reaches into the next would otherwise have all of them sorted again and again.
// The one that names the union stays, and so does what a candidate still sees.
func (s *scanner) shorten(i, j int, wrap string) {
	horizon := s.next - 4*scan.Behind - s.e.back
	far := func(f span) bool { return f.end < horizon && !f.open }
	n := 0
	union := span{start: s.found[i].start, special: -1}
	best := i
	for k := i; k < j; k++ {
		f := &s.found[k]
		if !far(*f) {
			continue
		}
		n++
		union.end = max(union.end, f.end)
		if !far(s.found[best]) || rank(f, &s.found[best]) > 0 {
			best = k
		}
	}
	if n < 64 || n < (j-i)/2 || wrap != "" {
		return
	}
	union.rule = s.found[best].rule
	named := s.found[best]
	w := j
	for k := j - 1; k >= i; k-- {
		if !far(s.found[k]) {
			w--
			s.found[w] = s.found[k]
		}
	}
	s.found[w-2], s.found[w-1] = union, named
	s.found = slices.Delete(s.found, i, w-2)
}
