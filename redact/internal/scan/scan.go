// Package scan holds the few types that the engine and its detectors share:
// what a detector may look at, and how it says what it found.
package scan

import (
	"bytes"
	"math/bits"

	"jezero/redact/internal/name"
	"jezero/redact/internal/swar"
	"jezero/redact/internal/value"
	"jezero/redact/rule"
)

// A detector sees at most Behind bytes before its anchor and Ahead bytes from
// the anchor's start on. The engine cuts the window by absolute position only,
// never by how the input arrived, so that a stream equals the whole buffer for
// every way of splitting it.
const (
	Behind = 4 << 10
	Ahead  = 64 << 10
)

// View is a detector's window on the input.
type View struct {
	Src    []byte // the window
	At     int    // the anchor literal is Src[At:To]
	To     int
	Begin  bool // Src[0] is the first byte of the input
	Finish bool // the last byte of Src is the last byte of the input
	// Walked, if not nil, is what views of the same buffer found out before;
	// Base is where Src begins in it.
	Walked *Walked
	Base   int
	// Names, if not nil, remembers what was said of names before.
	Names *name.Memo
	// Values, if not nil, remembers what was said of values before.
	Values *value.Memo
	// Tokens, if not nil, says where tokens end that are recognised by their shape.
	Tokens Tokens
}

// Look is value.Of. A nil View remembers nothing, here and below.
func (v *View) Look(b []byte) value.Look {
	if v == nil {
		return value.Of(b)
	}
	if len(b) > refrainLen && v.refrain(b[:refrainIn]) {
		return value.Placeholder
	}
	return v.Values.Of(b)
}

const (
	refrainLen   = 160 // how long a value is at least
	refrainIn    = 80  // where it is looked for
	refrainApart = 12  // less than a generated key has
)

// refrain reports whether b says the anchor's literal over and over, with no letter and
// hardly anything else between: nobody issues that. Each of them is an anchor of its own,
// and to judge what goes on behind it, long as it is, once for each would be quadratic. A
// list of keys that are named after it has more between them.
func (v *View) refrain(b []byte) bool {
	word := v.Src[v.At:v.To]
	if len(word) == 0 {
		return false
	}
	first, last := word[0]|0x20, 0 // where the one before ends
	for i := 0; i+len(word) <= len(b); i++ {
		if i-last > refrainApart {
			return false
		}
		switch c := b[i] | 0x20; {
		case c == first && bytes.EqualFold(b[i:i+len(word)], word):
			last = i + len(word)
			i = last - 1
		case c-'a' < 26:
			return false
		}
	}
	return last > 0
}

// NameOf is name.Of.
func (v *View) NameOf(b []byte) name.Verdict {
	if v == nil {
		return name.Of(b)
	}
	return v.Names.Of(b)
}

// Holder is name.Holder.
func (v *View) Holder(b []byte) name.Verdict {
	if v == nil {
		return name.Holder(b)
	}
	return v.Names.Holder(b)
}

// Tokens tells what is found without a detector.
type Tokens interface {
	// TokenEnd is where the token ends that begins at offset at of the buffer and is
	// found for sure, or -1. It may say -1 of a token.
	TokenEnd(at int) int
	// HiddenEnd is where the placeholder ends that begins at offset at of the buffer
	// and stands for what was found, or -1. It may say -1 of a placeholder.
	HiddenEnd(at int) int
}

// Token reports whether Src[start:end] is a token that is found by its shape: then
// a detector that would find no more than that need not weigh it.
func (v *View) Token(start, end int) bool {
	return v.Tokens != nil && v.Tokens.TokenEnd(v.Base+start) == v.Base+end
}

// Span is one thing found, in offsets of View.Src.
type Span struct {
	Match, MatchEnd int // what the rule recognised: name, separator, quotes and all
	Start, End      int // the value, what is replaced
	Rule            *rule.Rule
	Confidence      rule.Confidence
	// Wrap is written before and after the placeholder: the quote that an
	// unquoted JSON number needs to become a string. Usually "".
	Wrap string
	// Open means the value ran into the end of the window although the input
	// goes on; the engine then swallows on: bytes of Alphabet if that is not
	// zero, the lines that are indented by Deeper blanks or more if that is not,
	// else everything up to Until.
	Open     bool
	Alphabet rule.Class
	Deeper   int
	Until    string
}

// Out collects spans; detectors append and never allocate in the common case.
type Out struct{ Spans []Span }

// Add appends one span.
func (o *Out) Add(s Span) { o.Spans = append(o.Spans, s) }

// Detector looks at one anchor. It must be linear in the bytes it walks, must
// not keep v or its bytes, and must be a pure function of the view.
type Detector func(v *View, out *Out)

// Anchor is a literal the prefilter looks for on behalf of a detector.
type Anchor struct {
	Lit  string // lower case when Fold; at least 3 bytes, or 2 with After
	Fold bool   // any ASCII case
	// After is what must follow the literal; the zero value is any byte. A
	// narrow class on a short, common literal ("key" before a separator) saves
	// most of the calls.
	After rule.Class
	// Run, if not zero, is the alphabet of what begins with the literal: the
	// detector is only called when the run of it is at least Least bytes long,
	// Then comes after it, and three more bytes. The engine walks a run once
	// for all the literals in it.
	Run    rule.Class
	Least  int
	Then   byte
	Detect Detector
	// Idle, if not nil, is asked before Detect, which costs much more.
	Idle Idle
	// Told, if not nil, is asked where a blank follows the literal and then something
	// that is told without it.
	Told Told
}

// Idle reports whether the detector finds nothing at the literal s[at:to], as the
// bytes beside it tell at once. It says no when too few of them are there.
type Idle func(s []byte, at, to int) bool

// Told reports whether the detector finds nothing at the literal s[at:to], a name that a
// blank stands behind and then, up to end, a placeholder that stands for what was found
// or a token that is found by its shape. It may say no.
type Told func(s []byte, at, to, end int) bool

// RunUnits is the most that one run without blanks counts for in a distance;
// else each byte counts one. No placeholder is shorter, so that redacting what
// stands between two things never brings them nearer: if it did, redacting
// twice would find more than redacting once. Limits on how far a detector
// looks are best counted so.
const RunUnits = 12

// Distance counts units byte by byte.
type Distance struct{ run int }

// Byte is how many units the next byte counts, 1 or 0. word says that it
// belongs to what counts as one word, blank or not.
func (d *Distance) Byte(b byte, word bool) int {
	if b <= ' ' && !word {
		d.run = 0
	} else if d.run++; d.run > RunUnits {
		return 0
	}
	return 1
}

// Full reports whether the word counts no further.
func (d *Distance) Full() bool { return d.run > RunUnits }

// Resume returns the offset at most n units after from, at most hi, where run bytes
// without a blank, RunUnits at most, were counted before from; after says as much of
// where it ends, and left is what is left of n, or negative. It is Distance written out, eight bytes at a time: this loop is the
// price of a context word.
func Resume(src []byte, from, hi, n, run int) (end, left, after int) {
	i := from
	for ; i+8 <= hi && n >= 8; i += 8 {
		before, rest := 8, run+8
		if m := swar.Blanks(swar.Load(src, i)); m != 0 {
			before, rest = bits.TrailingZeros64(m)/8, bits.LeadingZeros64(m)/8
		}
		// No run that begins within eight bytes is long enough not to count whole.
		n -= 8 - max(0, run+before-RunUnits)
		run = min(rest, RunUnits)
	}
	for ; i < hi; i++ {
		switch {
		case src[i] <= ' ':
			if n--; n < 0 {
				return i, n, run
			}
			run = 0
		case run < RunUnits:
			if n--; n < 0 {
				return i, n, run
			}
			run++
		}
	}
	return hi, n, run
}

// ResumeBack is Resume towards the start.
func ResumeBack(src []byte, to, lo, n, run int) (start, left, after int) {
	i := to
	for ; i-8 >= lo && n >= 8; i -= 8 {
		before, rest := 8, run+8
		if m := swar.Blanks(swar.Load(src, i-8)); m != 0 {
			before, rest = bits.LeadingZeros64(m)/8, bits.TrailingZeros64(m)/8
		}
		n -= 8 - max(0, run+before-RunUnits)
		run = min(rest, RunUnits)
	}
	for ; i > lo; i-- {
		switch {
		case src[i-1] <= ' ':
			if n--; n < 0 {
				return i, n, run
			}
			run = 0
		case run < RunUnits:
			if n--; n < 0 {
				return i, n, run
			}
			run++
		}
	}
	return lo, n, run
}

// bytesOf is not zero when one of the eight bytes of x is c; its lowest bit that is
// set stands for the first of them.
func bytesOf(x uint64, c byte) uint64 { return swar.Zeros(x ^ uint64(c)*swar.Each) }

// Any3 is where the first byte of src[i:end] stands that is a, b or c, end when none is.
func Any3(src []byte, i, end int, a, b, c byte) int {
	for ; i+8 <= end; i += 8 {
		x := swar.Load(src, i)
		if m := bytesOf(x, a) | bytesOf(x, b) | bytesOf(x, c); m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for i < end && src[i] != a && src[i] != b && src[i] != c {
		i++
	}
	return i
}
