package engine

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"jezero/redact/internal/byteset"
	"jezero/redact/internal/prefilter"
	"jezero/redact/rule"
)

// class is a byte class compiled for walking: one table lookup per byte.
type class struct {
	id   int
	set  rule.Class
	has  [256]bool
	dash bool // has more than letters and digits
	// The same bytes, for many of them at once.
	quick byteset.Set
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
	shape  rule.Shape
	parts  []part
	anchor int // the part at which a candidate begins
	extent *class
	// needs is the least number of different characters in the class runs.
	needs   int
	special int // literal bytes: the more, the more specific
	conf    rule.Confidence
	from    int // parts that are the secret
	to      int
	near    *context // nil when the shape is enough by itself
	oneRun  bool     // it ends in a run of a class, and has no other of leastSeen bytes
	simple  bool     // it is a literal and a run of a class, see trySimple
	plain   bool     // what stands beside it bars it only when glued on, see judgePlain
}

const maxParts = 15

type litKey struct {
	text string
	fold bool
}

type builder struct {
	ungated  []*Pattern
	patterns int
	classes  map[rule.Class]*class
	lits     map[litKey]int
	literals []prefilter.Literal
	targets  []target
	shapes   []*shape
	contexts map[*rule.Rule]*context
	groups   int

	room  []shape  // not used yet
	texts []string // of parts with one
}

// newBuilder returns a builder with room for n rules and anchors.
func newBuilder(n int) *builder {
	return &builder{
		classes:  make(map[rule.Class]*class, 64),
		lits:     make(map[litKey]int, 3*n),
		contexts: make(map[*rule.Rule]*context, n/4),
		literals: make([]prefilter.Literal, 0, 3*n),
		targets:  make([]target, 0, 3*n),
		texts:    make([]string, 0, 2*n),
	}
}

func (b *builder) class(c rule.Class) *class {
	k := b.classes[c]
	if k == nil {
		k = &class{id: len(b.classes), set: c}
		for i := range 128 {
			k.has[i] = c.Has(byte(i))
			k.dash = k.dash || k.has[i] && !rule.Alnum62.Has(byte(i))
		}
		k.quick = byteset.Of(c.Has)
		b.classes[c] = k
	}
	return k
}

// literal registers a literal and returns its target. The same text asked for
// twice is one literal; what may stand beside it is the union.
func (b *builder) literal(l prefilter.Literal) *target {
	if len(l.Text) >= 4 {
		l.Before = nil
		if len(l.After) > 0 {
			l.After = l.After[:1]
			if l.After[0].IsZero() {
				l.After = nil
			}
		}
	}
	for len(l.Before)+len(l.Text)+len(l.After) < 4 {
		l.After = append(l.After[:len(l.After):len(l.After)], rule.Class{})
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
	if same(b.literals[i], l) {
		return &b.targets[i]
	}
	u := unite(b.literals[i], l)
	if u.Weight() > 2*(b.literals[i].Weight()+l.Weight()) {
		// Together they are too vague; each is looked for by itself.
		i = len(b.literals)
		b.literals = append(b.literals, l)
		b.targets = append(b.targets, target{len: len(l.Text)})
		return &b.targets[i]
	}
	b.literals[i] = u
	return &b.targets[i]
}

func same(a, b prefilter.Literal) bool {
	return slices.Equal(a.Before, b.Before) && slices.Equal(a.After, b.After)
}

// unite is a literal that stands wherever one of two of the same text does.
func unite(a, b prefilter.Literal) prefilter.Literal {
	n := min(len(a.Before), len(b.Before))
	before := make([]rule.Class, n)
	for i := range before {
		x, y := a.Before[len(a.Before)-n+i], b.Before[len(b.Before)-n+i]
		if !x.IsZero() && !y.IsZero() {
			before[i] = x.Or(y)
		}
	}
	n = min(len(a.After), len(b.After))
	after := make([]rule.Class, n)
	for i := range after {
		if x, y := a.After[i], b.After[i]; !x.IsZero() && !y.IsZero() {
			after[i] = x.Or(y)
		}
	}
	a.Before, a.After = before, after
	return a
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
	s := b.newShape()
	*s = shape{rule: r, shape: *rs, parts: make([]part, 0, len(rs.Parts)), conf: r.Confidence, anchor: -1, from: rs.Secret.From, to: rs.Secret.To}
	s.shape.Parts = nil // they are in parts
	if s.conf == 0 {
		s.conf = rule.High
	}
	if s.to == 0 {
		s.from, s.to = 0, len(rs.Parts)
	}
	total := 0
	for i := range rs.Parts {
		rp := &rs.Parts[i]
		p := part{fold: rp.Fold, opt: rp.Opt, min: rp.Min, max: rp.Max}
		switch {
		case rp.Lit != "":
			p.alts = b.one(rp.Lit)
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
	s.oneRun, s.simple = s.endsInRun(), s.isSimple()
	for i := range s.parts {
		s.parts[i].greedy = s.parts[i].cls != nil && s.disjointAfter(i)
	}
	s.needs = rs.MinDistinct
	if s.needs == 0 {
		s.needs = defaultDistinct(total)
	}
	s.near = b.context(r)
	s.plain = s.oneRun && s.parts[0].alts != nil && !rs.Exact && rs.Left == rule.Word && s.near == nil && s.from == 0 && s.to == len(s.parts)
	b.shapes = append(b.shapes, s)
	return b.anchorShape(s)
}

// newShape and one allocate many at a time.
func (b *builder) newShape() *shape {
	if len(b.room) == 0 {
		b.room = make([]shape, 64)
	}
	s := &b.room[0]
	b.room = b.room[1:]
	return s
}

func (b *builder) one(text string) []string {
	b.texts = append(b.texts, text)
	n := len(b.texts)
	return b.texts[n-1 : n : n]
}

// disjointAfter reports whether nothing that can follow part i begins with a
// byte of its class.
func (s *shape) disjointAfter(i int) bool {
	cls := s.parts[i].cls
	for k := range s.parts[i+1:] {
		p := &s.parts[i+1+k]
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

// vague is the estimated share of positions from which on a literal is worse
// to be found by than context words.
const vague = 1.0 / 20_000

// anchorShape picks the literal that candidates are found by, the one that
// usual text holds least often, and registers it. Where there is none worth
// the name, the context words take its place.
func (b *builder) anchorShape(s *shape) error {
	best := b.choose(s)
	if best < 0 {
		return b.anchorNear(s)
	}
	s.anchor = best
	run := s.runAfter(best)
	for _, l := range b.expandFrom(s, best) {
		t := b.literal(l)
		try := try{sh: s}
		if run != nil && !run.cls.dash { // else some of its characters may be escaped

			try.at, try.last = len(l.Text)+run.min-1, run.cls
		}
		t.shapes = append(t.shapes, try)
	}
	return nil
}

// farther tells the search what must stand behind literals that only shapes
// begin with, so that it need not hand over those that no shape follows.
func (b *builder) farther() {
	for i := range b.targets {
		t, l := &b.targets[i], &b.literals[i]
		if len(t.detect)+len(t.patterns)+len(t.nearest) > 0 {
			continue
		}
		for k := range t.shapes {
			at, last, between := t.shapes[k].follows(len(l.Text))
			if at == 0 {
				l.Far = 0
				break
			}
			if k > 0 && at != l.Far {
				// Of the shorter run both know what its bytes are, not how it ends.
				at = min(at, l.Far)
				last = last.Or(between).Or(l.Between)
			}
			l.Far, l.FarOf, l.Between = at, l.FarOf.Or(last), l.Between.Or(between)
		}
	}
}

// follows says what follows the literal of n bytes that the shape begins with: a
// byte of last at offset at from its start, and bytes of between before it. at is
// 0 when nothing is sure.
func (t *try) follows(n int) (at int, last, between rule.Class) {
	if t.last != nil {
		at, last, between = t.at, t.last.set, t.last.set.Or(inDress)
	} else if p := t.sh.runAfter(t.sh.anchor); p != nil {
		between = p.cls.set.Or(inDress).Or(escapeMarks)
		at, last = n+p.min-1, between
	}
	if at > 0 && at < n+enough-1 {
		if k, all := t.sh.stretch(t.sh.anchor); n+k-1 > at {
			return n + k - 1, all, all
		}
	}
	return at, last, between
}

// enough is how many bytes behind a literal the search should know. When the first
// run is shorter, what stands behind that is taken along.
const enough = 8

// stretch is how many bytes at least follow the literals that part i begins with,
// up to the first part that may be missing or the part where they are enough, and
// what bytes these are.
func (s *shape) stretch(i int) (n int, all rule.Class) {
	for i < len(s.parts) && s.parts[i].alts != nil {
		i++
	}
	for ; i < len(s.parts) && !s.parts[i].opt && n < enough; i++ {
		p := &s.parts[i]
		if p.alts == nil {
			n, all = n+p.min, all.Or(p.cls.set)
			continue
		}
		for _, a := range p.alts {
			if strings.IndexFunc(a, func(r rune) bool { return r >= 0x80 }) >= 0 {
				return n, all.Or(inDress).Or(escapeMarks)
			}
			all = all.Or(rule.Chars(a))
			if p.fold {
				all = all.Or(rule.Chars(strings.ToUpper(a))).Or(rule.Chars(strings.ToLower(a)))
			}
		}
		n += shortest(p.alts)
	}
	return n, all.Or(inDress).Or(escapeMarks)
}

// inDress is what may stand in a run besides its characters: what parts a word of
// the shell, and escapes. escapeMarks are the escapes of what is no letter or digit.
var (
	inDress     = rule.Hex.Or(rule.Chars("\\\"'\n\ru"))
	escapeMarks = rule.Chars("%&#;xX")
)

// runAfter returns the class run that must follow the literal that begins with
// part i, or nil when there is none.
func (s *shape) runAfter(i int) *part {
	fold, texts := s.parts[i].fold, 1
	for ; i < len(s.parts); i++ {
		p := &s.parts[i]
		if p.alts == nil {
			if p.opt || p.min == 0 {
				return nil
			}
			return p
		}
		if texts *= len(p.alts); p.opt || p.fold != fold || texts > maxTexts {
			return nil
		}
	}
	return nil
}

// search is how much more the search around a context word costs than a look
// at a candidate.
const search = 20

// byContext stands for the context words in place of an anchor.
const byContext = -1

// choose returns the part that is the shape's anchor, or byContext.
func (b *builder) choose(s *shape) int {
	fp := s.fingerprint()
	if !Anew {
		if i, ok := slices.BinarySearchFunc(choices[:], fp, func(c Choice, fp uint64) int { return cmp.Compare(c.Shape, fp) }); ok {
			if Chosen != nil {
				*Chosen = append(*Chosen, choices[i])
			}
			return int(choices[i].Part)
		}
	}
	best, least := byContext, 1.0
	for i := range s.parts {
		p := &s.parts[i]
		if p.alts == nil || p.opt {
			continue
		}
		w := 0.0
		for _, l := range b.expandFrom(s, i) {
			w += l.Weight()
		}
		if i > 0 {
			w *= 2 // the start of a token needs no walk to the left
		}
		if w < least {
			best, least = i, w
		}
	}
	if s.near != nil && least > vague {
		words := 0.0
		for _, w := range s.rule.Near {
			l := prefilter.Literal{Text: lower(w), Fold: true}
			if len(w) < 4 {
				l.After = make([]rule.Class, 4-len(w))
			}
			words += l.Weight()
		}
		if least > words*search {
			best = byContext
		}
	}
	if Chosen != nil {
		*Chosen = append(*Chosen, Choice{fp, int8(best)})
	}
	return best
}

// Choice is the anchor of one shape. Weighing takes time, so the choices for
// the built-in rules are generated.
type Choice struct {
	Shape uint64 // fingerprint
	Part  int8   // or byContext
}

// Chosen collects the choices; the generator sets it. With Anew the generated
// ones are not used, and every shape is weighed again.
var (
	Chosen *[]Choice
	Anew   bool
)

// fingerprint is FNV-1a over everything that decides the anchor.
func (s *shape) fingerprint() uint64 {
	h := uint64(14695981039346656037)
	mix := func(x uint64) {
		h = (h ^ x) * 1099511628211
		h ^= h >> 29
	}
	for i := range s.parts {
		p := &s.parts[i]
		for _, a := range p.alts {
			for k := range len(a) {
				mix(uint64(a[k]))
			}
			mix(256)
		}
		if p.cls != nil {
			mix(p.cls.set[0])
			mix(p.cls.set[1])
		}
		mix(uint64(uint32(p.min))<<32 | uint64(uint32(p.max)))
		flags := uint64(0)
		if p.opt {
			flags |= 1
		}
		if p.fold {
			flags |= 2
		}
		mix(flags)
	}
	if s.near != nil {
		for _, w := range s.rule.Near {
			for k := range len(w) {
				mix(uint64(w[k]))
			}
		}
		mix(1)
	}
	return h
}

// maxTexts bounds how many literals one shape is found by.
const maxTexts = 64

// beside is how many bytes before and after a short literal help to find it.
const beside = 3

// expandFrom lists the literals that begin with part i: neighbouring literal
// parts are joined, and the classes of what stands beside short ones are added.
func (b *builder) expandFrom(s *shape, i int) []prefilter.Literal {
	var before []rule.Class
	for j := i - 1; j >= 0 && len(before) < beside; j-- {
		p := &s.parts[j]
		if p.cls == nil || p.opt || p.min == 0 {
			break
		}
		for range min(p.min, beside-len(before)) {
			before = append(before, p.cls.set)
		}
		if p.min != p.max {
			break
		}
	}
	slices.Reverse(before)
	texts := s.parts[i].alts
	fold := s.parts[i].fold
	j := i + 1
	for ; j < len(s.parts); j++ {
		p := &s.parts[j]
		if p.alts == nil || p.opt || p.fold != fold || len(texts)*len(p.alts) > maxTexts {
			break
		}
		next := make([]string, 0, len(texts)*len(p.alts))
		for _, t := range texts {
			for _, a := range p.alts {
				next = append(next, t+a)
			}
		}
		texts = next
	}
	var after []rule.Class
	for ; j < len(s.parts) && len(after) < beside; j++ {
		p := &s.parts[j]
		if p.cls == nil || p.opt || p.min == 0 {
			break
		}
		for range min(p.min, beside-len(after)) {
			after = append(after, p.cls.set)
		}
		if p.min != p.max {
			break
		}
	}
	out := make([]prefilter.Literal, len(texts))
	for k, t := range texts {
		if fold {
			t = lower(t)
		}
		out[k] = prefilter.Literal{Text: t, Fold: fold, Before: before, After: after}
		for n := &out[k]; len(n.Before)+len(n.Text)+len(n.After) < 4; {
			n.After = append(n.After[:len(n.After):len(n.After)], rule.Class{})
		}
	}
	return out
}

func lower(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r-'A' < 26 && r >= 'A' }) < 0 {
		return s
	}
	b := []byte(s)
	for i, c := range b {
		if c-'A' < 26 {
			b[i] = c | 0x20
		}
	}
	return string(b)
}
