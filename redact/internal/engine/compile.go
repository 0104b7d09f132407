package engine

import (
	"errors"
	"fmt"

	"jezero/redact/internal/prefilter"
	"jezero/redact/rule"
)

// class is a byte class compiled for walking: one table lookup per byte.
type class struct {
	id   int
	set  rule.Class
	has  [256]bool
	dash bool // has more than letters and digits
}

// part is rule.Part compiled.
type part struct {
	alts []string // literals, or nil for a class run
	fold bool
	cls  *class
	min  int
	max  int
	opt  bool
	// greedy: what follows cannot begin with a byte of the class, so that only
	// the longest run can fit.
	greedy bool
}

// shape is rule.Shape compiled.
type shape struct {
	rule   *rule.Rule
	shape  *rule.Shape
	parts  []part
	anchor int // the part at which a candidate begins
	extent *class
	// needs is the least number of different characters in the class runs.
	needs   int
	special int // literal bytes: the more, the more specific
	conf    rule.Confidence
	from    int // parts that are the secret
	to      int
	near    [][]byte
}

const maxParts = 15

type litKey struct {
	text string
	fold bool
}

type builder struct {
	classes  map[rule.Class]*class
	lits     map[litKey]int
	literals []prefilter.Literal
	targets  []target
	shapes   []*shape
	near     []*nearGroup
}

func (b *builder) class(c rule.Class) *class {
	k := b.classes[c]
	if k == nil {
		k = &class{id: len(b.classes), set: c}
		for i := range 128 {
			k.has[i] = c.Has(byte(i))
			k.dash = k.dash || k.has[i] && !rule.Alnum62.Has(byte(i))
		}
		b.classes[c] = k
	}
	return k
}

// literal registers a literal and returns its target. The same text asked for
// twice is one literal; what may follow it is the union.
func (b *builder) literal(l prefilter.Literal) *target {
	if len(l.After) == 1 && l.After[0].IsZero() && len(l.Text) > 3 {
		l.After = nil
	}
	k := litKey{l.Text, l.Fold}
	i, ok := b.lits[k]
	if !ok {
		i = len(b.literals)
		b.lits[k] = i
		b.literals = append(b.literals, l)
		b.targets = append(b.targets, target{len: len(l.Text)})
		return &b.targets[i]
	}
	old := &b.literals[i]
	n := min(len(old.After), len(l.After))
	if len(l.Text) < 4 {
		n = max(len(old.After), len(l.After), 4-len(l.Text))
	}
	after := make([]rule.Class, n)
	for j := range after {
		if j < len(old.After) && j < len(l.After) && !old.After[j].IsZero() && !l.After[j].IsZero() {
			after[j] = old.After[j].Or(l.After[j])
		}
	}
	old.After = after
	return &b.targets[i]
}

// add compiles one rule.
func (b *builder) add(r *rule.Rule) error {
	var errs []error
	for i := range r.Shapes {
		if err := b.addShape(r, &r.Shapes[i]); err != nil {
			errs = append(errs, fmt.Errorf("shape %d: %w", i, err))
		}
	}
	return errors.Join(errs...)
}

func (b *builder) addShape(r *rule.Rule, rs *rule.Shape) error {
	if len(rs.Parts) == 0 || len(rs.Parts) > maxParts {
		return fmt.Errorf("has %d parts, wants 1 to %d", len(rs.Parts), maxParts)
	}
	s := &shape{rule: r, shape: rs, conf: r.Confidence, anchor: -1, from: rs.Secret.From, to: rs.Secret.To}
	if s.conf == 0 {
		s.conf = rule.High
	}
	if s.to == 0 {
		s.from, s.to = 0, len(rs.Parts)
	}
	total := 0
	for i, rp := range rs.Parts {
		p := part{fold: rp.Fold, opt: rp.Opt, min: rp.Min, max: rp.Max}
		switch {
		case rp.Lit != "":
			p.alts = []string{rp.Lit}
		case len(rp.AnyOf) > 0:
			p.alts = rp.AnyOf
		case !rp.Class.IsZero():
			p.cls = b.class(rp.Class)
			if p.max == 0 {
				p.max = p.min
			}
			if p.max == rule.Unbounded {
				p.max = 1 << 30
			}
			s.extent = p.cls
			total += p.min
		default:
			return fmt.Errorf("part %d is empty", i)
		}
		if p.alts != nil && !p.opt {
			s.special += shortest(p.alts)
		}
		s.parts = append(s.parts, p)
	}
	if !rs.Extent.IsZero() {
		s.extent = b.class(rs.Extent)
	}
	for i := range s.parts {
		s.parts[i].greedy = s.parts[i].cls != nil && s.disjointAfter(i)
	}
	s.needs = rs.MinDistinct
	if s.needs == 0 {
		s.needs = defaultDistinct(total)
	}
	for _, w := range r.Near {
		s.near = append(s.near, []byte(w))
	}
	b.shapes = append(b.shapes, s)
	return b.anchorShape(s)
}

// disjointAfter reports whether nothing that can follow part i begins with a
// byte of its class.
func (s *shape) disjointAfter(i int) bool {
	cls := s.parts[i].cls
	for _, p := range s.parts[i+1:] {
		if p.cls != nil {
			if cls.set[0]&p.cls.set[0]|cls.set[1]&p.cls.set[1] != 0 {
				return false
			}
		}
		for _, a := range p.alts {
			if cls.has[a[0]] || p.fold && (cls.has[a[0]|0x20] || cls.has[a[0]&^0x20]) {
				return false
			}
		}
		if !p.opt {
			return true
		}
	}
	return true
}

func shortest(alts []string) int {
	n := len(alts[0])
	for _, a := range alts {
		n = min(n, len(a))
	}
	return n
}

// defaultDistinct is how many different characters n random ones have at the
// very least; examples made of few letters stay below.
func defaultDistinct(n int) int {
	switch {
	case n >= 24:
		return 7
	case n >= 16:
		return 6
	case n >= 10:
		return 5
	}
	return min(n, 3)
}

// anchorShape picks the literal that candidates are found by and registers it.
func (b *builder) anchorShape(s *shape) error {
	best, bestScore := -1, 0
	for i, p := range s.parts {
		if p.alts == nil || p.opt {
			continue
		}
		score := len(b.expandFrom(s, i)[0].Text) * 4
		if i == 0 {
			score += 6 // the start of a token needs no walk to the left
		}
		if score > bestScore {
			best, bestScore = i, score
		}
	}
	if best < 0 {
		return b.anchorNear(s)
	}
	s.anchor = best
	for _, l := range b.expandFrom(s, best) {
		t := b.literal(l)
		t.shapes = append(t.shapes, s)
	}
	return nil
}

// expandFrom lists the literals that begin with part i: neighbouring literal
// parts are joined, and the classes of what follows short ones are added.
func (b *builder) expandFrom(s *shape, i int) []prefilter.Literal {
	texts := []string{""}
	fold := s.parts[i].fold
	j := i
	for ; j < len(s.parts); j++ {
		p := s.parts[j]
		if p.alts == nil || p.opt || p.fold != fold || len(texts)*len(p.alts) > 64 {
			break
		}
		var next []string
		for _, t := range texts {
			for _, a := range p.alts {
				next = append(next, t+a)
			}
		}
		texts = next
	}
	var after []rule.Class
	for ; j < len(s.parts) && len(after) < 2; j++ {
		p := s.parts[j]
		if p.cls == nil || p.opt || p.min == 0 {
			break
		}
		for range min(p.min, 2-len(after)) {
			after = append(after, p.cls.set)
		}
	}
	out := make([]prefilter.Literal, len(texts))
	for k, t := range texts {
		a := after
		if len(a) > 1 && len(t) > 2 {
			a = a[:1]
		}
		for len(t)+len(a) < 4 {
			a = append(a[:len(a):len(a)], rule.Class{})
		}
		if fold {
			t = lower(t)
		}
		out[k] = prefilter.Literal{Text: t, Fold: fold, After: a}
	}
	return out
}

func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c-'A' < 26 {
			b[i] = c | 0x20
		}
	}
	return string(b)
}
