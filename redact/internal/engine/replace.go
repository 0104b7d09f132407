package engine

import "slices"

// Append appends src to dst with every value replaced. When nothing is found
// it reports false and leaves dst alone.
func (e *Engine) Append(dst, src []byte) ([]byte, bool) {
	if w := wideOf(src); w != nil {
		return e.appendWide(dst, src, w)
	}
	s := e.start(src, true)
	s.leave()
	n, last := len(dst), 0
	marks := s.spare[:0]
	s.spare = nil
	changed := false
	for more := true; more; {
		more = s.step()
		if len(s.ready) == 0 {
			continue
		}
		if !changed {
			// A placeholder is about as long as what it replaces.
			dst, changed = slices.Grow(dst, len(src)+256), true
		}
		for i := range s.ready {
			f := &s.ready[i]
			dst = append(dst, src[last:f.Start]...)
			at := len(dst)
			var plain bool
			dst, plain = s.replace(dst, f)
			if len(marks) == cap(marks) {
				marks = slices.Grow(marks, len(marks)+64) // there will be as many again
			}
			// Field by field: to copy what was just put together would wait for it.
			marks = marks[:len(marks)+1]
			m := &marks[len(marks)-1]
			m.at, m.end, m.plain = at-n, len(dst)-n, plain
			m.shift, m.rule = f.End-(len(dst)-n), f.Rule
			last = f.End
		}
	}
	if !changed {
		s.keep(marks)
		s.stop()
		return dst, false
	}
	dst = append(dst, src[last:]...)
	found := s.lookAgain(dst[n:], marks)
	s.keep(marks)
	s.stop()
	if len(found) > 0 {
		text := slices.Clone(dst[n:])
		dst, last = dst[:n], 0
		for i := range found {
			f := &found[i]
			dst = append(dst, text[last:f.Start]...)
			dst = e.appendReplacement(dst, f)
			last = f.End
		}
		dst = append(dst, text[last:]...)
	}
	return dst, true
}

// appendWide is Append for UTF-16.
func (e *Engine) appendWide(dst, src []byte, w *wide) ([]byte, bool) {
	found := e.findWide(nil, src, w)
	last := 0
	for _, f := range found {
		dst = append(dst, src[last:f.Start]...)
		n := len(dst)
		dst = w.widen(e.appendReplacement(dst, &f), n)
		last = f.End
	}
	if len(found) > 0 {
		dst = append(dst, src[last:]...)
	}
	return dst, len(found) > 0
}

// Find appends what it finds in src to dst, in order, not overlapping.
func (e *Engine) Find(dst []Finding, src []byte) []Finding {
	if w := wideOf(src); w != nil {
		return e.findWide(dst, src, w)
	}
	return e.find(dst, src)
}

func (e *Engine) findWide(dst []Finding, src []byte, w *wide) []Finding {
	n := len(dst)
	dst = e.find(dst, w.appendNarrow(nil, src[bomLen:]))
	for i := n; i < len(dst); i++ {
		f := &dst[i]
		f.Match, f.MatchEnd = bomLen+2*f.Match, bomLen+2*f.MatchEnd
		f.Start, f.End = bomLen+2*f.Start, bomLen+2*f.End
	}
	return dst
}
