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
// bytes; there are few of them, and they are looked for by sets. Every
// implementation finds windows and then runs the same confirmation, so all of
// them report the same hits in the same order: by window position, then by
// literal number.
package prefilter

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"sync"

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
	lits  []literal
	grams grams
	head  [1 << headBits]uint16 // hash of four bytes → slot number + 1
	slots []slot
	weak  weak
	quick func() *quickGrams // made when it is first needed
	sets  []set              // scratch of New
	start []int              // literals that may stand at the very start of the input, before which no byte is
	mode  Mode
	fast  *kernel // nil without AVX2
	ahead int     // longest distance from a window's start to the end of its literal and After
	back  int     // longest distance from a literal's start to its window
	front int     // longest distance from a window's start to the literal after it
}

const headBits = 15

type literal struct {
	head   uint64 // the first eight bytes of the text, folded
	mask   uint64 // the bits that count
	text   string
	fold   bool
	before []rule.Class
	after  []rule.Class
	off    int // from the start of the text to the window; negative when it begins before
	weak   bool
}

// slot is one literal under one string of four folded bytes: once under each
// that the first four bytes of its window may be, and once under each that the
// last four may be.
type slot struct {
	x    uint32
	lit  uint16 // number, and lastFour
	next uint16 // slot number + 1
}

// lastFour marks a slot for the last four bytes of a window of five.
const lastFour = 1 << 15

// New compiles literals. The error names the literals that are too short.
func New(lits []Literal, mode Mode) (*Set, error) {
	s := &Set{mode: mode}
	if len(lits) >= lastFour {
		return nil, errors.New("prefilter: too many literals")
	}
	s.lits = make([]literal, len(lits))
	s.slots = make([]slot, 0, 12*len(lits))
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
	if len(s.slots) >= 1<<16 {
		return nil, errors.New("prefilter: too many literals")
	}
	s.sets = nil
	s.quick = sync.OnceValue(s.quickOf)
	s.weak.finish()
	s.prepare()
	return s, nil
}

func (s *Set) add(i int, l *Literal) error {
	p, err := l.place()
	if err != nil {
		return err
	}
	d := int(p.Off) - l.lead() - len(l.Before)
	head, mask := headOf(l.Text)
	s.lits[i] = literal{head: head, mask: mask, text: l.Text, fold: l.Fold, before: l.Before, after: l.After, off: d, weak: p.Bucket != strong}
	s.ahead = max(s.ahead, strongWindow, len(l.Text)+len(l.After)-d)
	s.back = max(s.back, d)
	s.front = max(s.front, -d)
	if -d > len(l.Before) {
		s.start = append([]int{i}, s.start...)
	}
	if p.Bucket != strong {
		return s.weak.add(i, l.sets(nil)[p.Off:][:weakWindow], p)
	}
	s.sets = l.sets(s.sets[:0])
	w := s.sets[p.Off:]
	expand(w[:4], func(x uint32) { s.link(x, uint16(i)) })
	expand(w[1:strongWindow], func(x uint32) { s.link(x, uint16(i)|lastFour) })
	return nil
}

// link adds x to the filter and puts a slot at the head of its chain.
func (s *Set) link(x uint32, lit uint16) {
	s.grams.set(x)
	p := &s.head[headHash(x)]
	s.slots = append(s.slots, slot{x, lit, *p})
	*p = uint16(len(s.slots))
}

// Back is how far a window may stand behind its literal's start, Front how far
// before it, and Ahead how far a literal and its After may reach from the
// window's start.
func (s *Set) Back() int  { return s.back }
func (s *Set) Front() int { return s.front }
func (s *Set) Ahead() int { return s.ahead }

// Window is the position of the window that a hit was found by. It is -1 when
// the window would begin before the input.
func (s *Set) Window(h Hit) int { return h.At + s.lits[h.Lit].off }

// Scan reports the literals whose window starts in src[from:to], appending to
// hits until it is nearly full, and returns them with the position to go on
// from (to when all was seen). The bytes around the range are looked at where
// they exist: a literal may begin before from and end after to. From 0 means
// that src begins where the input begins.
func (s *Set) Scan(src []byte, from, to int, hits []Hit) ([]Hit, int) {
	if from == 0 {
		for _, i := range s.start {
			if s.lits[i].at(src, 0) {
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
	case Portable:
		hits, next = s.scanPortable(src, from, last, hits)
	default:
		hits, next = s.scanFast(src, from, last, hits)
	}
	if next >= last {
		next = to
	}
	return hits, next
}

// spare is how much room in the hits is kept for literals that share a window.
const spare = 8

func full(hits []Hit) bool { return len(hits)+spare > cap(hits) }

// paired reports whether the four bytes at e, which are in the filter, could be
// half of a window: the half before or after them has to be in it as well.
// src[e-1:e+5] exists.
func (s *Set) paired(src []byte, e int) bool {
	return s.grams.hit(gramAt(src, e+1))|s.grams.hit(gramAt(src, e-1)) != 0
}

// gramAt is the four bytes at e, folded.
func gramAt(src []byte, e int) uint32 {
	return binary.LittleEndian.Uint32(src[e:]) & (foldMask & (1<<32 - 1))
}

// confirmGram appends the strong literals whose windows end or begin with the
// four bytes at even position e: those at e-1 and at e.
func (s *Set) confirmGram(src []byte, e int, hits []Hit) []Hit {
	x := gramAt(src, e)
	for k := s.head[headHash(x)]; k != 0; {
		sl := &s.slots[k-1]
		k = sl.next
		if sl.x != x {
			continue
		}
		w := e
		if sl.lit&lastFour != 0 {
			w--
		}
		n := int(sl.lit &^ lastFour)
		if l := &s.lits[n]; l.at(src, w-l.off) {
			hits = append(hits, Hit{w - l.off, n})
		}
	}
	return hits
}

// confirmWeak appends the weak literals whose window is at w.
func (s *Set) confirmWeak(src []byte, w int, hits []Hit) []Hit {
	for m := s.weak.match(binary.LittleEndian.Uint32(src[w:])); m != 0; m &= m - 1 {
		i := s.weak.lits[bits.TrailingZeros64(m)]
		if l := &s.lits[i]; l.at(src, w-l.off) {
			hits = append(hits, Hit{w - l.off, i})
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

// headOf returns the first eight bytes of a text as at sees them, and which of
// them there are.
func headOf(text string) (head, mask uint64) {
	for i := range min(8, len(text)) {
		head |= uint64(foldByte(text[i])) << (8 * i)
		mask |= foldMask & 0xff << (8 * i)
	}
	return head, mask
}

func (l *literal) at(src []byte, at int) bool {
	// Nearly all that is no such literal is rejected by the first eight bytes.
	if at >= 0 && at+8 <= len(src) && binary.LittleEndian.Uint64(src[at:])&l.mask != l.head {
		return false
	}
	end := at + len(l.text)
	if at < len(l.before) || end+len(l.after) > len(src) {
		return false
	}
	b := src[at:end]
	if !l.fold {
		if string(b) != l.text {
			return false
		}
	} else {
		for i, c := range b {
			if c-'A' < 26 {
				c |= 0x20
			}
			if c != l.text[i] {
				return false
			}
		}
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
	return true
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
