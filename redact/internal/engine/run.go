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
	j += c.runOf(s.src[j:max(j, hi)])
	r.end, r.closed = j, j < hi
	return j
}

// runOf is the length of the run of the class that b begins with.
func (c *class) runOf(b []byte) int {
	i := 0
	// A run ends once, so that one question to four bytes is cheaper than four.
	for ; i+4 <= len(b) && c.has[b[i]] && c.has[b[i+1]] && c.has[b[i+2]] && c.has[b[i+3]]; i += 4 {
	}
	for i < len(b) && c.has[b[i]] {
		i++
	}
	return i
}
