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
		if j = c.runEnd(s.src, i, r.start); j == r.start {
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
	j = c.runEnd(s.src, j, hi)
	r.end, r.closed = j, j < hi
	return j
}

// runEnd is where the run of the class ends that b[i:end] begins with.
func (c *class) runEnd(b []byte, i, end int) int {
	if i >= end || !c.has[b[i]] {
		return i
	}
	i = c.quick.Skip(b, i, end)
	for end-i >= 4 && c.has[b[i]] && c.has[b[i+1]] && c.has[b[i+2]] && c.has[b[i+3]] {
		i += 4
	}
	for i < end && c.has[b[i]] {
		i++
	}
	return i
}
