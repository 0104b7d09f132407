package pattern

import (
	"strings"
	"unicode/utf8"

	"github.com/dlclark/regexp2/v2/syntax"
)

// requiredLiteral finds the longest string that every match must hold. It
// walks only what certainly takes part in a match: concatenations, groups and
// loops that run at least once. fold reports that some letter of it stands in
// either case; then all letters are lower case.
func requiredLiteral(n *syntax.RegexNode) (literal string, fold bool) {
	var w gateWalk
	w.walk(n)
	w.cut()
	return w.best, w.bestFold
}

type gateWalk struct {
	run      strings.Builder
	runFold  bool
	best     string
	bestFold bool
}

// cut ends the literal that is being collected.
func (w *gateWalk) cut() {
	if s := w.run.String(); len(s) > len(w.best) {
		if w.runFold {
			s = lowerASCII(s)
		}
		w.best, w.bestFold = s, w.runFold
	}
	w.run.Reset()
	w.runFold = false
}

// write collects a character. The replacement character also matches bytes
// that are no UTF-8, so it stands for no bytes in particular.
func (w *gateWalk) write(r rune) {
	if r == utf8.RuneError {
		w.cut()
		return
	}
	w.run.WriteRune(r)
}

func (w *gateWalk) walk(n *syntax.RegexNode) {
	if n.Options&(syntax.RightToLeft) != 0 {
		w.cut()
		return
	}
	switch n.T {
	case syntax.NtOne:
		w.write(n.Ch)
	case syntax.NtMulti:
		for _, r := range n.Str {
			w.write(r)
		}
	case syntax.NtSet:
		if c, ok := casePair(n.Set); ok {
			w.run.WriteByte(c)
			w.runFold = true
		} else {
			w.cut()
		}
	case syntax.NtOneloop, syntax.NtOnelazy, syntax.NtOneloopatomic:
		// a{3,}: three a's are certain, what follows is not joined to them
		for range min(n.M, 64) {
			w.write(n.Ch)
		}
		if n.N != n.M {
			w.cut()
		}
	case syntax.NtConcatenate, syntax.NtCapture, syntax.NtGroup, syntax.NtAtomic:
		for _, c := range n.Children {
			w.walk(c)
		}
	case syntax.NtLoop, syntax.NtLazyloop:
		w.cut()
		if n.M > 0 {
			for _, c := range n.Children {
				w.walk(c)
			}
		}
		w.cut()
	case syntax.NtBol, syntax.NtEol, syntax.NtBoundary, syntax.NtNonboundary, syntax.NtBeginning,
		syntax.NtStart, syntax.NtEndZ, syntax.NtEnd, syntax.NtECMABoundary, syntax.NtNonECMABoundary,
		syntax.NtEmpty, syntax.NtUpdateBumpalong, syntax.NtPosLook, syntax.NtNegLook:
		// take no room in the match
	default:
		w.cut()
	}
}

// casePair reports whether set holds exactly one ASCII letter in both cases.
// Sets with a third member (k with the Kelvin sign) do not count, since the
// gate folds ASCII only.
func casePair(set *syntax.CharSet) (lower byte, ok bool) {
	n := 0
	for c := rune(0); c < 128; c++ {
		if set.CharIn(c) {
			n++
			if 'a' <= c && c <= 'z' {
				lower = byte(c)
			}
		}
	}
	if n != 2 || lower == 0 || !set.CharIn(rune(lower)-32) {
		return 0, false
	}
	return lower, !set.CharIn('\u212a') && !set.CharIn('\u017f')
}

func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}
