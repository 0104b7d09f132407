package scan

import (
	"bytes"
	"math/bits"

	"jezero/redact/internal/swar"
)

// Walked remembers, from one view to the next, stretches of the input that were
// walked and hold none of what was looked for: a run that was walked is not
// walked again. What it says follows from the bytes alone, never from where a
// view begins or ends, so that it changes no answer. Offsets are those of the
// buffer that the views are parts of.
type Walked struct {
	stretches
	quotes   Quotes
	Commands Commands
	Heredoc  struct {
		Stretch
		Mark [MaxMark]byte
		Len  int
	}
}

// stretches are those of Walked: forgotten at once.
type stretches struct {
	blanks, breaks, newlines Stretch
	double                   [levels]Stretch // no double quote of that level

	// Of detectors, for what each of them looks for.
	Cookie, Putty, Users, Stored Stretch
	Joiners, Plain, Closers      Stretch
	LineEnds, Shells, Base64     Stretch
	Pipes, Bars                  Stretch
	Hashes, Bare                 [2]Stretch
	Schemes, Headers             Stretch
	Values, Tags, Texts          Stretch
	Documents, Manifests         Stretch
	Closings, Redacted           Stretch
	Programs, ProgramNames       Stretch
	Unbroken, Words              Stretch
}

// Reset forgets everything.
func (w *Walked) Reset() {
	w.stretches, w.quotes = stretches{}, Quotes{}
	w.Heredoc.Stretch, w.Heredoc.Len = Stretch{}, 0
	w.Commands.Reset()
}

// MaxMark is the longest mark of a heredoc.
const MaxMark = 32

// Stretch holds none of what was looked for in [from, to).
type Stretch struct{ from, to int }

// lastBlank is where the last byte up to ' ' of v.Src[lo:i] ends, lo when there
// is none.
func (v *View) lastBlank(i, lo int) int {
	if v.Walked == nil {
		return (&Stretch{}).back(v, i, lo, anyBlank)
	}
	return v.Walked.blanks.back(v, i, lo, anyBlank)
}

// LastBreak is where the last line break of v.Src[lo:i] ends, lo when there is
// none; an escaped one, \n or \r, counts.
func (v *View) LastBreak(i, lo int) int {
	if v.Walked == nil {
		return (&Stretch{}).back(v, i, lo, anyBreak)
	}
	return v.Walked.breaks.back(v, i, lo, anyBreak)
}

// lastNewline is LastBreak for those that nobody escaped.
func (v *View) lastNewline(i, lo int) int {
	if v.Walked == nil {
		return (&Stretch{}).back(v, i, lo, anyNewline)
	}
	return v.Walked.newlines.back(v, i, lo, anyNewline)
}

// NextNewline is where the next line break stands from i on that nobody escaped, or
// the end.
func (v *View) NextNewline(i int) int {
	t := v.Known(func(w *Walked) *Stretch { return &w.newlines })
	end := t.Skip(v, i)
	if end >= len(v.Src) {
		return len(v.Src)
	}
	if k := bytes.IndexByte(v.Src[end:], '\n'); k >= 0 {
		end += k
	} else {
		end = len(v.Src)
	}
	if end > i {
		t.Saw(v, i, end)
	}
	return end
}

// skipSeen is where a walk for double quotes goes on from p: before it stands
// none of a level that was not seen.
func (w *Walked) skipSeen(v *View, seen *[levels]bool, p, to int) int {
	next := to
	for level := range w.double {
		if !seen[level] {
			if next = min(next, w.double[level].Skip(v, p)); next == p {
				break
			}
		}
	}
	return next
}

// What a walk back looks for.
type looked uint8

const (
	anyBlank looked = iota
	anyBreak
	anyNewline
)

// last is where the last such byte of src[lo:i] ends, lo when there is none.
func (l looked) last(src []byte, lo, i int) int {
	switch l {
	case anyBlank:
		for ; i-8 >= lo && swar.Blanks(swar.Load(src, i-8)) == 0; i -= 8 {
		}
		for i > lo && src[i-1] > ' ' {
			i--
		}
	case anyBreak:
		// A break, or the backslash before the letter of one.
		for ; i-9 >= lo; i -= 8 {
			if b := src[i-9:][:9]; bytesOf(swar.Load(b, 1), '\n')|bytesOf(swar.Load(b, 0), '\\') != 0 {
				break
			}
		}
		for i > lo && !breakAt(src, i-1) {
			i--
		}
	default:
		return max(lo, lo+bytes.LastIndexByte(src[lo:i], '\n')+1)
	}
	return i
}

func breakAt(src []byte, i int) bool {
	return src[i] == '\n' || (src[i] == 'n' || src[i] == 'r') && i > 0 && src[i-1] == '\\'
}

// least is the length of a stretch that is kept in another's place; a shorter
// one is walked as fast again.
const least = 16

// back is where the last byte of v.Src[lo:i] that is looked for ends, lo when
// there is none.
func (t *Stretch) back(v *View, i, lo int, what looked) int {
	from, to := t.from-v.Base, t.to-v.Base
	j := i
	for j > lo {
		floor := lo
		if from < j {
			if j <= to {
				j = max(lo, from)
				continue
			}
			floor = max(lo, to)
		}
		if j = what.last(v.Src, floor, j); j > floor {
			break
		}
	}
	// Of a view's first byte it is not known what stands before.
	switch known := max(j, 1); {
	case known <= to && i >= from:
		t.from, t.to = min(from, known)+v.Base, max(to, i)+v.Base
	case i-known > least:
		t.from, t.to = known+v.Base, i+v.Base
	}
	return j
}

// Skip is the offset from i on, in v.Src, before which the stretch holds
// nothing: where a walk begins.
func (t *Stretch) Skip(v *View, i int) int {
	if from, to := t.from-v.Base, t.to-v.Base; from <= i && i < to {
		return to
	}
	return i
}

// SkipBack is the same for a walk towards the start: the offset down to which
// what lies before i holds nothing.
func (t *Stretch) SkipBack(v *View, i int) int {
	if from, to := t.from-v.Base, t.to-v.Base; from < i && i <= to {
		return max(0, from)
	}
	return i
}

// Known is the stretch of what a detector looks for, or an empty one where nothing
// is remembered.
func (v *View) Known(of func(*Walked) *Stretch) *Stretch {
	if v.Walked == nil {
		return &Stretch{}
	}
	return of(v.Walked)
}

// Saw says that v.Src[from:to) was walked and holds nothing. What it joins on
// to is kept, anything else forgotten.
func (t *Stretch) Saw(v *View, from, to int) {
	from, to = from+v.Base, to+v.Base
	if from <= t.to && to >= t.from {
		from, to = min(from, t.from), max(to, t.to)
	}
	t.from, t.to = from, to
}

// Backward returns the offset at most n units before to in v.Src, at least lo: the
// package's Backward, with long runs walked once.
func (v *View) Backward(to, lo, n int) int {
	src := v.Src
	for i, run := to, 0; i > lo; {
		switch {
		case run >= RunUnits:
			i = v.lastBlank(i, lo)
			run = 0
		case i-8 >= lo && n >= 8:
			before, rest := 8, run+8
			if m := swar.Blanks(swar.Load(src, i-8)); m != 0 {
				before, rest = bits.LeadingZeros64(m)/8, bits.TrailingZeros64(m)/8
			}
			n -= 8 - max(0, run+before-RunUnits)
			run = rest
			i -= 8
		default:
			if n--; n < 0 {
				return i
			}
			if run++; src[i-1] <= ' ' {
				run = 0
			}
			i--
		}
	}
	return lo
}
