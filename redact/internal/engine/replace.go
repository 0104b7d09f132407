package engine

import "slices"

// Append appends src to dst with every value replaced. When nothing is found
// it reports false and leaves dst alone.
func (e *Engine) Append(dst, src []byte) ([]byte, bool) {
	s := e.start(src, true)
	defer s.stop()
	last, changed := 0, false
	for more := true; more; {
		more = s.step()
		if len(s.ready) == 0 {
			continue
		}
		if !changed {
			// A placeholder is about as long as what it replaces.
			dst = slices.Grow(dst, len(src)+256)
			changed = true
		}
		for i := range s.ready {
			f := &s.ready[i]
			dst = append(dst, src[last:f.Start]...)
			dst = AppendPlaceholder(dst, f.Rule.Kind)
			last = f.End
		}
	}
	if changed {
		dst = append(dst, src[last:]...)
	}
	return dst, changed
}

// Find appends what it finds in src to dst, in order, not overlapping.
func (e *Engine) Find(dst []Finding, src []byte) []Finding {
	s := e.start(src, true)
	defer s.stop()
	for more := true; more; {
		more = s.step()
		dst = append(dst, s.ready...)
	}
	return dst
}
