package engine

import (
	"bytes"

	"jezero/redact/internal/prefilter"
	"jezero/redact/rule"
)

// Context words stand at most nearBefore bytes before the token or nearAfter
// bytes after it: a few lines of configuration or code.
const (
	nearBefore = 400
	nearAfter  = 200
)

// distance is how far before and after a match its context words may stand.
func distance(r *rule.Rule) (before, after int) {
	if r.Within > 0 {
		return min(r.Within, nearBefore), min(r.Within/2, nearAfter)
	}
	return nearBefore, nearAfter
}

// nearGroup is a shape without a literal of its own: its context words are
// the literals, and the shape is searched around them.
type nearGroup struct {
	id    int
	sh    *shape
	first [256]bool // what the shape can begin with
	run   *class    // the class of its first part, if that is one
}

// anchorNear registers the context words of a shape that has no literal.
func (b *builder) anchorNear(s *shape) error {
	if len(s.near) == 0 {
		return errNoAnchor
	}
	s.anchor = 0
	g := &nearGroup{id: len(b.near), sh: s, run: s.parts[0].cls}
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
	b.near = append(b.near, g)
	for _, w := range s.near {
		t := b.literal(prefilter.Literal{Text: lower(string(w)), Fold: true})
		t.nearest = append(t.nearest, g)
	}
	return nil
}

// searchNear looks for the group's shape around a context word at [at,to).
// What an earlier word's search has covered is not searched again.
func (s *scanner) searchNear(g *nearGroup, at, to, lo, hi int) {
	if embedded(s.src[lo:hi], at-lo, to-lo) {
		return
	}
	reach, back := distance(g.sh.rule)
	i := max(lo, at-back, s.near[g.id])
	end := min(hi, to+reach)
	if i >= end {
		return
	}
	s.near[g.id] = end
	for i < end {
		if !g.first[s.src[i]] {
			i++
			continue
		}
		next := i + 1
		if g.run != nil && g.run.has[s.src[i]] {
			next = s.runEnd(g.run, i, hi)
		}
		if g.run == nil || i == lo || !g.run.has[s.src[i-1]] {
			s.m.hi, s.m.budget = hi, steps
			if e, ok := s.forward(g.sh, 0, i); ok {
				s.judge(g.sh, i, e, lo, hi)
			}
		}
		i = next
	}
}

// nearby reports whether one of the shape's context words stands near the match.
func (s *scanner) nearby(sh *shape, start, end, lo, hi int) bool {
	reach, back := distance(sh.rule)
	before := s.src[max(lo, start-reach):start]
	after := s.src[end:min(hi, end+back)]
	for _, w := range sh.near {
		for _, b := range [...][]byte{before, after} {
			if i := indexFold(b, string(w)); i >= 0 && !embedded(b, i, i+len(w)) && !insidePlaceholder(b, i) {
				return true
			}
		}
	}
	return false
}

func index(b []byte, s string) int { return bytes.Index(b, []byte(s)) }
