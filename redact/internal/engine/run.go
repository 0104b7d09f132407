package engine

// run remembers the last walked run of a class, so that it is not walked
// again by the next candidate inside it.
type run struct {
	start, end int
	closed     bool // src[end] is not of the class
}

// runEnd returns where the run of class c from i on ends, at most hi.
func (s *scanner) runEnd(c *class, i, hi int) int {
	r := &s.runs[c.id]
	j := i
	if i < r.start || i >= r.end {
		*r = run{start: i}
	} else {
		if r.closed || r.end >= hi {
			return min(r.end, hi)
		}
		j = r.end
	}
	src := s.src[:hi]
	for j < len(src) && c.has[src[j]] {
		j++
	}
	r.end, r.closed = j, j < hi
	return j
}
