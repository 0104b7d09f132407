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
	if i < r.start && r.start < hi {
		// The run may go on in the one that is remembered.
		if j += c.runOf(s.src[i:r.start]); j == r.start {
			r.start = i
		}
	}
	if i < r.start || i >= r.end {
		*r = run{start: i}
		s.dirty.classes.add(c.id)
	} else {
		if r.closed || r.end >= hi {
			return min(r.end, hi)
		}
		j = r.end
	}
	j += c.runOf(s.src[j:max(j, hi)])
	r.end, r.closed = j, j < hi
	return j
}

// runOf is the length of the run of the class that b begins with.
func (c *class) runOf(b []byte) int {
	n := len(b)
	for len(b) >= 4 && c.has[b[0]] && c.has[b[1]] && c.has[b[2]] && c.has[b[3]] {
		b = b[4:]
	}
	for len(b) > 0 && c.has[b[0]] {
		b = b[1:]
	}
	return n - len(b)
}
