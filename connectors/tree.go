package connectors

// ActivePath says which entries of a tree are the conversation: the last
// entry and its ancestors. Entries that stand aside were taken back. Parent
// gives the index of an entry's parent, -1 for none, and broken true when the
// entry names a parent that is not there: then what stands before it in the
// file goes on, so that a damaged file does not lose its first half.
func ActivePath(n int, parent func(i int) (p int, broken bool)) []bool {
	active := make([]bool, n)
	for i := n - 1; i >= 0; {
		active[i] = true
		p, broken := parent(i)
		if broken {
			p = i - 1
		}
		if p >= i { // a parent stands before its child; anything else is a circle
			p = i - 1
		}
		i = p
	}
	return active
}
