// Package prefilter searches many literals in one pass over raw bytes.
//
// Its promise: false negatives never, false positives never either once a
// Hit is reported, because every candidate is confirmed against the literal.
// What is cheap and wrong sometimes (the tables) stays inside.
//
// There are two kinds of literals. A strong one has, with a little of what
// stands beside it, a window of five bytes; such a window holds one of two
// strings of four bytes at an even position, so it is enough to look every
// second position up in a hash table, however many literals there are. A weak
// one (two letters, or a colon between classes) has a window of four sets of
// bytes; there are few of them, and they are looked for by sets, most of them by
// two bytes and the token that must follow. Every
// implementation finds windows and then runs the same confirmation, so all of
// them report the same hits in the same order: by window position, then by
// literal number.
package prefilter

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"reflect"
	"slices"
	"sync"

	"jezero/redact/internal/byteset"
	"jezero/redact/rule"
)

// Literal is one string to look for.
type Literal struct {
	Text string // lower case when Fold
	Fold bool   // any ASCII case
	// Before and After are the classes of the bytes that must stand directly
	// before and after the text, in order; a zero class stands for any byte,
	// which must exist. Short texts need them: together they span at least
	// four bytes.
	Before, After []rule.Class
	// Far bytes from its start on, unless that is 0, a byte of FarOf must stand, and
	// none but those of Between from the text's end to there: a look at where the
	// token would go on spares most of the short literals.
	Far            int
	FarOf, Between rule.Class
}

// Hit is a literal found: it starts at Src[At].
type Hit struct {
	At  int
	Lit int // index in the literals given to New
}

// Mode chooses the implementation.
type Mode uint8

const (
	Auto     Mode = iota // the fastest that this CPU has
	Portable             // Go
	Brute                // every literal at every position; the reference in tests
)

const (
	strongWindow = 5
	weakWindow   = 4
	// maxExpand bounds how many strings of four bytes a strong window stands for.
	maxExpand = 512
	// maxWeak is how many weak literals there may be: one bit each in a word.
	maxWeak = 64
)

// Set is a compiled set of literals. It is immutable and safe for concurrent use.
type Set struct {
	tables
	couples func() *couples // what tabulate makes
	mode    Mode
	fast    *kernel     // nil without AVX2 or NEON
	wide    *wideKernel // nil without wider vectors
	sets    []set       // scratch of New, like fours
	fours   []uint32
}

// tables are what New works out from the literals.
type tables struct {
	lits      []literal
	texts     []text // by literal number
	nodes     []node
	head      *[1 << headBits]uint16 // hash of four bytes → node number
	grams     *grams                 // what the assembly asks
	wideGrams *wideGrams             // the same for wider vectors
	quick     *quickGrams            // the same for Go, where there is no assembly
	weak      *weak
	// Literals that may stand at the very start of the input, before which no byte
	// is, by the first byte of their texts.
	start [64][]int
	ahead int // longest distance from a window's start to the end of its literal and After
	back  int // longest distance from a literal's start to its window
	front int // longest distance from a window's start to the literal after it
}

const headBits = 17

// literal is what decides nearly all finds of one, in as many bytes as a cache
// line has: the first sixteen bytes of its text, those bits of them that count,
// and the class that must stand behind it.
type literal struct {
	head, headMask uint64
	tail, tailMask uint64
	after          rule.Class // zero when nothing has to stand there
	len, far       int32      // far as in Literal
	off            int16      // from the start of the text to the window; negative when it begins before
	needs          uint8      // 1 when there is such a class
	whole          bool       // that and far are all there is to compare
	simple         bool       // that is all, without far
	weak           bool
}

// litSee is how many bytes literal looks at.
const litSee = 17

// stands is 1 when b begins with the literal, which is simple, else 0.
func (l *literal) stands(b []byte) int {
	b = b[:litSee]
	x := (binary.LittleEndian.Uint64(b)&l.headMask ^ l.head) | (binary.LittleEndian.Uint64(b[8:])&l.tailMask ^ l.tail)
	c := b[l.len]
	other := ^uint8(l.after[c>>6&1]>>(c&63))&1 | c>>7
	return int(^(x|-x)>>63) &^ int(other&l.needs)
}

// text is all that a literal says.
type text struct {
	text          string
	fold          bool
	before, after []rule.Class
	far           int // see Literal

	farOf, between rule.Class
	quick          byteset.Set // between; nothing where far is 0
}

// node is one literal under the strings of four folded bytes that the first
// four bytes of its window may be, or the last four. Chains share their tails,
// and node 0 ends them. What it asks of the text is what all literals of the chain
// from it on agree on. Two are a cache line; the assembly knows the layout.
type node struct {
	// Of the eight bytes that begin two before the four, want are those of the
	// literals, and mask is which bits count.
	want, mask uint64
	// run has the bytes, from the first of the four on, none of which may end a token.
	run   uint64
	lit   uint16 // number, and lastFour
	next  uint16
	start int16 // of the literal, from the four bytes on
	sure  bool  // that is all: it is the literal
}

// runLen is how many bytes the run of a node may have: where a dword of bits is read
// from any bit on, so many are there.
const runLen = 57

// lastFour marks a node for the last four bytes of a window of five.
const lastFour = 1 << 15

// New compiles literals. The error names the literals that are too short.
func New(lits []Literal, mode Mode) (*Set, error) {
	s := &Set{mode: mode}
	s.head, s.weak = new([1 << headBits]uint16), new(weak)
	if len(lits) >= lastFour {
		return nil, errors.New("prefilter: too many literals")
	}
	s.lits, s.texts = make([]literal, len(lits)), make([]text, len(lits))
	s.nodes = append(make([]node, 0, 1+6*len(lits)), node{want: 1}) // nothing fits
	if Both || vectors(mode) {
		s.grams = new(grams)
	}
	if Both || vectors(mode) && canWide {
		s.wideGrams = newWideGrams()
	}
	if Both || !vectors(mode) {
		s.quick = new(quickGrams)
	}
	var errs []error
	// In reverse, because chains grow at the head and are read in order of number.
	for i := len(lits) - 1; i >= 0; i-- {
		if err := s.add(i, &lits[i]); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	if len(s.nodes) >= 1<<16 {
		return nil, errors.New("prefilter: too many literals")
	}
	s.sets, s.fours = nil, nil
	s.weak.finish()
	s.finish()
	s.couples = sync.OnceValue(s.weak.tabulate)
	s.prepare()
	return s, nil
}

// Both makes New fill the filters of all processors; the generator sets it.
var Both bool

// Prepared is the set of the literals of the built-in rules and detectors,
// whose tables the generator wrote down; nil where there is none.
func Prepared(mode Mode) *Set {
	if prepared == nil || mode == Brute {
		return nil
	}
	s := &Set{tables: *prepared, mode: mode}
	s.couples = sync.OnceValue(s.weak.tabulate)
	s.prepare()
	return s
}

// Tables shows the generator what was worked out.
func (s *Set) Tables() reflect.Value { return reflect.ValueOf(&s.tables) }

func (s *Set) add(i int, l *Literal) error {
	p, err := l.place()
	if err != nil {
		return err
	}
	d := int(p.Off) - l.lead() - len(l.Before)
	s.lits[i], s.texts[i] = l.compile(), text{text: l.Text, fold: l.Fold, before: l.Before, after: l.After, far: l.Far, farOf: l.FarOf, between: l.Between}
	if l.Far > 0 {
		s.texts[i].quick = byteset.Of(l.Between.Has)
	}
	s.lits[i].off, s.lits[i].weak = int16(d), p.Bucket != strong
	s.ahead = max(s.ahead, strongWindow, len(l.Text)+len(l.After)-d, l.Far+1-d)
	s.back = max(s.back, d)
	s.front = max(s.front, -d)
	if -d > len(l.Before) {
		first := &s.start[sixBits(l.Text[0])]
		*first = append([]int{i}, *first...)
	}
	if p.Bucket != strong {
		return s.weak.add(i, l, l.sets(nil), p)
	}
	s.sets = l.sets(s.sets[:0])
	if p.Off < 0 {
		s.sets, p.Off = slices.Insert(s.sets, 0, set{}), 0
	}
	w := s.sets[p.Off:]
	for _, half := range [...]uint16{0, lastFour} {
		own := len(s.nodes)
		s.nodes = append(s.nodes, l.node(d, half))
		s.nodes[own].lit |= uint16(i)
		s.fours = expand(s.fours[:0], w[half/lastFour:][:4])
		s.link(s.fours, own)
	}
	return nil
}

// node is that of the literal, whose window begins at off, alone.
func (l *Literal) node(off int, half uint16) node {
	h := int(half / lastFour)
	mask, want := l.word(off + h - 2)
	return node{want: want, mask: mask, lit: half, start: int16(-off - h)}
}

// finish adds to the nodes what is known when all literals are.
func (s *Set) finish() {
	for k := range s.nodes[1:] {
		n := &s.nodes[k+1]
		i := n.lit &^ lastFour
		l := &s.texts[i]
		n.run = l.run(int(n.start), s.weak.class)
		if n.next != 0 {
			n.run &= s.nodes[n.next].run // which was finished before
			continue
		}
		first := int(n.start) + 2
		n.sure = first >= 0 && first+len(l.text) <= 8 && len(l.before)+len(l.after)+l.far == 0
	}
}

// run has the bytes of the token that must follow the text, the lowest bit for the
// byte that stands start bytes behind its first, as far as the bits go; none if
// there may be others than those of class.
func (l *text) run(start int, class rule.Class) (bits uint64) {
	all := l.between.Or(l.farOf)
	if l.far == 0 || all.Or(class) != class {
		return 0
	}
	for k := len(l.text); k <= l.far; k++ {
		if at := start + k; at >= 0 && at < runLen {
			bits |= 1 << at
		}
	}
	return bits
}

// word is eight bytes of the text, from byte number at on, and which of their
// bits count: none of a byte that the text does not have.
func (l *Literal) word(at int) (mask, want uint64) {
	for i := max(0, -at); i < 8 && at+i < len(l.Text); i++ {
		c, m := l.Text[at+i], byte(0xff)
		if l.Fold && c-'a' < 26 {
			m = 0xdf
		}
		want |= uint64(c&m) << (8 * i)
		mask |= uint64(m) << (8 * i)
	}
	return mask, want
}

func (l *Literal) compile() literal {
	c := literal{len: int32(len(l.Text)), far: int32(l.Far), whole: len(l.Text) <= 16 && len(l.Before) == 0 && len(l.After) <= 1}
	c.headMask, c.head = l.word(0)
	c.tailMask, c.tail = l.word(8)
	if len(l.After) > 0 {
		c.after = l.After[0]
	}
	if !c.after.IsZero() {
		c.needs = 1
	}
	c.simple = c.whole && c.far == 0
	return c
}

// link adds strings to the filter and puts the literal's own node, or a copy of
// it, at the heads of their chains.
func (s *Set) link(xs []uint32, own int) {
	if s.quick != nil {
		for _, x := range xs {
			s.quick.set(x)
		}
	}
	if s.grams != nil {
		for _, x := range xs {
			s.grams.set(x)
		}
	}
	if s.wideGrams != nil {
		for _, x := range xs {
			s.wideGrams.set(x)
		}
	}
	for _, x := range xs {
		p := &s.head[headHash(x)]
		if *p == 0 {
			*p = uint16(own)
			continue
		}
		if s.nodes[own].lit == s.nodes[*p].lit {
			continue // it is there for another string of the same hash
		}
		n, rest := s.nodes[own], &s.nodes[*p]
		n.mask &= rest.mask &^ (n.want ^ rest.want)
		n.want &= n.mask
		n.next = *p
		s.nodes = append(s.nodes, n)
		*p = uint16(len(s.nodes) - 1)
	}
}

// Back is how far a window may stand behind its literal's start, Front how far
// before it, and Ahead how far a literal, its After and its Far may reach from
// the window's start.
func (s *Set) Back() int  { return s.back }
func (s *Set) Front() int { return s.front }
func (s *Set) Ahead() int { return s.ahead }

// Window is the position of the window that a hit was found by. It is -1 when
// the window would begin before the input.
func (s *Set) Window(h Hit) int { return h.At + int(s.lits[h.Lit].off) }

// Scan reports the literals whose window starts in src[from:to], appending to
// hits until it is nearly full, and returns them with the position to go on
// from (to when all was seen). The bytes around the range are looked at where
// they exist: a literal may begin before from and end after to. From 0 means
// that src begins where the input begins. It works in room.
func (s *Set) Scan(src []byte, from, to int, hits []Hit, room *Room) ([]Hit, int) {
	if from == 0 && len(src) > 0 {
		for _, i := range s.start[sixBits(src[0])] {
			if s.texts[i].at(src, 0) {
				hits = append(hits, Hit{0, i})
			}
		}
	}
	last := min(to, len(src)-weakWindow+1)
	if from >= last {
		return hits, to
	}
	next := 0
	switch s.mode {
	case Brute:
		hits, next = s.scanBrute(src, from, last, hits)
	default:
		hits, next = s.scanBlocks(src, from, last, hits, &room.candidates)
	}
	if next >= last {
		next = to
	}
	return hits, next
}

// spare is how much room in the hits is kept for literals that share a window.
const spare = 8

func full(hits []Hit) bool { return len(hits)+spare > cap(hits) }

// gramAt is the four bytes at e, folded.
func gramAt(src []byte, e int) uint32 {
	return binary.LittleEndian.Uint32(src[e:]) & (foldMask & (1<<32 - 1))
}

// chain is the nodes of the four bytes at even position e, or 0 if none of
// them can be a find.
func (s *Set) chain(src []byte, e int) uint16 {
	k := s.head[headHash(gramAt(src, e))]
	if e >= 2 && e+6 <= len(src) && !s.nodes[k].fits(binary.LittleEndian.Uint64(src[e-2:])) {
		return 0
	}
	return k
}

func (n *node) fits(y uint64) bool { return y&n.mask == n.want }

// confirm appends the literals of the chain from node k on, which fits, whose windows end
// or begin with the four bytes at even position e: those at e-1 and at e.
func (s *Set) confirm(src []byte, e int, k uint16, hits []Hit) []Hit {
	for k != 0 {
		n := &s.nodes[k]
		i, at := int(n.lit&^lastFour), e+int(n.start)
		if n.sure && e >= 2 && e+6 <= len(src) || s.at(i, src, at) {
			hits = append(hits, Hit{at, i})
		}
		if k = n.next; k != 0 && e >= 2 && e+6 <= len(src) && !s.nodes[k].fits(binary.LittleEndian.Uint64(src[e-2:])) {
			break
		}
	}
	return hits
}

// confirmWeak appends the weak literals whose window is at w.
func (s *Set) confirmWeak(src []byte, w int, hits []Hit) []Hit {
	m := s.weak.match(binary.LittleEndian.Uint32(src[w:]))
	sure := uint64(0) // nothing is left to be compared
	if m != 0 && w >= weakBefore && w+weakWindow+weakAfter <= len(src) {
		m &= s.weak.beside(src[w-weakBefore:])
		sure = s.weak.whole
	}
	for ; m != 0; m &= m - 1 {
		k := bits.TrailingZeros64(m)
		i := s.weak.lits[k]
		l := &s.lits[i]
		at := w - int(l.off)
		if l.far > 0 && !s.texts[i].goesOn(src, at) {
			continue
		}
		if sure>>k&1 != 0 || s.at(i, src, at) {
			hits = append(hits, Hit{at, i})
		}
	}
	return hits
}

// order sorts the last few hits, from number n on, by window and literal.
func (s *Set) order(hits []Hit, n int) {
	for i := n + 1; i < len(hits); i++ {
		for j := i; j > n && s.before(hits[j], hits[j-1]); j-- {
			hits[j], hits[j-1] = hits[j-1], hits[j]
		}
	}
}

func (s *Set) before(a, b Hit) bool {
	if x, y := s.Window(a), s.Window(b); x != y {
		return x < y
	}
	return a.Lit < b.Lit
}

// at reports whether literal i stands at offset at.
func (s *Set) at(i int, src []byte, at int) bool {
	l := &s.lits[i]
	if at < 0 || at+litSee > len(src) {
		return s.texts[i].at(src, at)
	}
	b := src[at:][:litSee]
	if binary.LittleEndian.Uint64(b)&l.headMask != l.head || binary.LittleEndian.Uint64(b[8:])&l.tailMask != l.tail {
		return false
	}
	if !l.whole {
		t := &s.texts[i]
		return (l.len <= 16 || t.same(src, at)) && t.beside(src, at)
	}
	return (l.after.IsZero() || l.after.Has(b[l.len])) && (l.far == 0 || s.texts[i].goesOn(src, at))
}

func (l *text) at(src []byte, at int) bool { return l.same(src, at) && l.beside(src, at) }

// same reports whether the text stands at offset at.
func (l *text) same(src []byte, at int) bool {
	if at < 0 || at+len(l.text) > len(src) {
		return false
	}
	b := src[at : at+len(l.text)]
	if !l.fold {
		return string(b) == l.text
	}
	for i, c := range b {
		if c-'A' < 26 {
			c |= 0x20
		}
		if c != l.text[i] {
			return false
		}
	}
	return true
}

// beside reports whether what stands before and after the text at offset at may.
func (l *text) beside(src []byte, at int) bool {
	end := at + len(l.text)
	if at < len(l.before) || end+len(l.after) > len(src) {
		return false
	}
	for i, c := range l.before {
		if !c.IsZero() && !c.Has(src[at-len(l.before)+i]) {
			return false
		}
	}
	for i, c := range l.after {
		if !c.IsZero() && !c.Has(src[end+i]) {
			return false
		}
	}
	return l.far == 0 || l.goesOn(src, at)
}

// goesOn reports whether what must follow the literal at at does, as far as far.
func (l *text) goesOn(src []byte, at int) bool {
	k := at + l.far
	if k >= len(src) || !l.farOf.Has(src[k]) {
		return false
	}
	i := l.quick.Skip(src, at+len(l.text), k)
	for i < k && l.between.Has(src[i]) {
		i++
	}
	return i >= k
}

// Weight estimates how often, per byte of usual text, the literal's window
// stands; it is over one when the literal cannot be looked for.
func (l *Literal) Weight() float64 {
	p, err := l.place()
	if err != nil {
		return impossible
	}
	return float64(p.Weight)
}

func (l *Literal) short(err error) error {
	return fmt.Errorf("prefilter: literal %q: %w", l.Text, err)
}
