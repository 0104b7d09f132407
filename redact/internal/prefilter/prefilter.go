// Package prefilter searches many literals in one pass over raw bytes.
//
// Its promise: false negatives never, false positives never either once a
// Hit is reported, because every candidate is confirmed against the literal.
// What is cheap and wrong sometimes (the tables) stays inside.
//
// Each literal is represented by one window of four bytes, the rarest it has
// (a literal of two or three bytes borrows the class of what follows it).
// Every implementation finds windows and then runs the same confirmation, so
// all of them report the same hits in the same order: by window position,
// then by literal number.
package prefilter

import (
	"encoding/binary"
	"errors"
	"fmt"

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
	Portable             // the stride-2 table in Go
	Brute                // every literal at every position; the reference in tests
)

// window is the length of a fingerprint in bytes.
const window = 4

// maxExpand bounds how many trigrams the classes in one window may stand for.
const maxExpand = 4096

// The bits of a table entry: begins and ends of the four groups. Windows with
// wide classes share the last group.
const (
	begins    = 0x55
	groups    = 4
	wideGroup = groups - 1
	wideCost  = 128
)

// Set is a compiled set of literals. It is immutable and safe for concurrent use.
type Set struct {
	lits []literal
	// tab is looked up by hash of three folded bytes. The literals are dealt
	// to four groups; bit 2g is set when a window of group g begins with the
	// three bytes, bit 2g+1 when one ends with them. A position is a candidate
	// when both bits of a group are set, one at it and one at the next
	// position. Groups keep the many trigrams that classes stand for from
	// weakening the rest.
	tab   *[1 << tabBits]uint8
	head  [1 << headBits]uint16 // hash of a window's first three bytes → slot number + 1
	slots []slot
	mode  Mode
	ahead int // longest distance from a window's start to the end of its literal and After
	back  int // longest distance from a literal's start to its window
	front int // longest distance from a window's start to the literal after it
}

const (
	tabBits  = 15 // 32 KiB: half of a first-level cache
	headBits = 12
)

type literal struct {
	text   string
	fold   bool
	before []rule.Class
	after  []rule.Class
	off    int // from the start of the text to the window; negative when it begins before
}

// slot is one literal under one hash. Eight bytes of key and mask reject
// nearly all collisions before the literal itself is looked at.
type slot struct {
	key, mask uint32 // the window's bytes, folded; classes are masked out
	lit       uint16
	next      uint16 // slot number + 1
}

// New compiles literals. The error names the literals that are too short.
func New(lits []Literal, mode Mode) (*Set, error) {
	s := &Set{tab: new([1 << tabBits]uint8), mode: mode}
	s.lits = make([]literal, len(lits))
	s.slots = make([]slot, 0, 2*len(lits))
	var errs []error
	// In reverse, because chains grow at the head and are read in order of number.
	for i := len(lits) - 1; i >= 0; i-- {
		l := lits[i]
		sets, err := l.sets()
		if err != nil {
			errs = append(errs, err)
			continue
		}
		off, _ := rarest(sets)
		d := off - len(l.Before)
		s.lits[i] = literal{l.Text, l.Fold, l.Before, l.After, d}
		s.ahead = max(s.ahead, window, len(l.Text)+len(l.After)-d)
		s.back = max(s.back, d)
		s.front = max(s.front, -d)
		w := sets[off : off+window]
		group := i % (groups - 1)
		if cost(w) > wideCost {
			group = wideGroup
		}
		var sl slot
		for k := range w {
			if w[k].one {
				sl.key |= uint32(w[k].lo|0x20) << (8 * k)
				sl.mask |= 0xff << (8 * k)
			}
		}
		sl.lit = uint16(i)
		expand(w[:3], func(tri uint32) {
			h := hash(tri)
			s.tab[h] |= 1 << (2 * group)
			s.link(h, sl)
		})
		expand(w[1:], func(tri uint32) { s.tab[hash(tri)] |= 2 << (2 * group) })
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	if len(s.slots) >= 1<<16 {
		return nil, errors.New("prefilter: too many literals")
	}
	return s, nil
}

// link puts a slot at the head of its chain, once per literal.
func (s *Set) link(h uint32, sl slot) {
	p := &s.head[h>>(tabBits-headBits)]
	if *p != 0 && s.slots[*p-1].lit == sl.lit {
		return
	}
	sl.next = *p
	s.slots = append(s.slots, sl)
	*p = uint16(len(s.slots))
}

// Back is how far a window may stand behind its literal's start, Front how far
// before it, and Ahead how far a literal and its After may reach from the
// window's start.
func (s *Set) Back() int  { return s.back }
func (s *Set) Front() int { return s.front }
func (s *Set) Ahead() int { return s.ahead }

// Window is the position of the window that a hit was found by.
func (s *Set) Window(h Hit) int { return h.At + s.lits[h.Lit].off }

// Scan reports the literals whose window starts in src[from:to], appending to
// hits until it is nearly full, and returns them with the position to go on
// from (to when all was seen). The bytes around the range are looked at where
// they exist: a literal may begin before from and end after to.
func (s *Set) Scan(src []byte, from, to int, hits []Hit) ([]Hit, int) {
	last := min(to, len(src)-window+1)
	if from >= last {
		return hits, to
	}
	next := 0
	switch s.mode {
	case Brute:
		hits, next = s.scanBrute(src, from, last, hits)
	default:
		hits, next = s.scanPortable(src, from, last, hits)
	}
	if next >= last {
		next = to
	}
	return hits, next
}

// spare is how much room in the hits is kept for literals that share a window.
const spare = 8

func full(hits []Hit) bool { return len(hits)+spare > cap(hits) }

const (
	fold32 = 0x20202020
	fold64 = fold32<<32 | fold32
)

// hash hashes the three low bytes of v, folded. Folding by one bit maps some
// other pairs together as well, which the confirmation sorts out.
func hash(v uint32) uint32 { return (v | fold32) << 8 * 0x9E3779B1 >> (32 - tabBits) }

// candidate looks the window at w up; src[w:] has four bytes.
func (s *Set) candidate(src []byte, w int) bool {
	x := binary.LittleEndian.Uint32(src[w:])
	return s.tab[hash(x)]&(s.tab[hash(x>>8)]>>1)&begins != 0
}

// confirm appends the literals whose window is at w; src[w:] has four bytes.
func (s *Set) confirm(src []byte, w int, hits []Hit) []Hit {
	x := binary.LittleEndian.Uint32(src[w:]) | fold32
	for n := s.head[hash(x)>>(tabBits-headBits)]; n != 0; {
		sl := &s.slots[n-1]
		n = sl.next
		if x&sl.mask != sl.key {
			continue
		}
		if l := &s.lits[sl.lit]; l.at(src, w-l.off) {
			hits = append(hits, Hit{w - l.off, int(sl.lit)})
		}
	}
	return hits
}

func (l *literal) at(src []byte, at int) bool {
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

// sets lists the bytes that may stand at each position of the literal.
func (l *Literal) sets() ([]set, error) {
	n := len(l.Before) + len(l.Text) + len(l.After)
	if n < window || l.Text == "" {
		return nil, fmt.Errorf("prefilter: literal %q is too short: with what must stand beside it it has to span %d bytes", l.Text, window)
	}
	out := make([]set, 0, n)
	for _, c := range l.Before {
		out = append(out, set{class: c})
	}
	for i := range len(l.Text) {
		out = append(out, set{lo: l.Text[i], one: true, fold: l.Fold})
	}
	for _, c := range l.After {
		out = append(out, set{class: c})
	}
	if _, w := rarest(out); w >= impossible {
		return nil, fmt.Errorf("prefilter: literal %q is too short for the wide classes beside it", l.Text)
	}
	return out, nil
}

// Weight estimates how often, per byte of usual text, the literal's window
// stands; it is over one when the literal cannot be looked for.
func (l *Literal) Weight() float64 {
	sets, err := l.sets()
	if err != nil {
		return impossible
	}
	_, w := rarest(sets)
	return w
}
