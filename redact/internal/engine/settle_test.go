package engine

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// What was found is put in order whether little or all of it is out of place, and
// what begins and ends alike stays in the order in which it was found.
func TestSortFound(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 5))
	for _, c := range []struct {
		name string
		near int // by how much it is out of place
	}{{"in order", 1}, {"nearly", 6}, {"not at all", 5000}} {
		for range 20 {
			s := &scanner{}
			for i := range 200 {
				start := i*2 + rnd.IntN(c.near)
				s.found = append(s.found, span{start: start, end: start + 1 + rnd.IntN(3), special: i})
			}
			want := slices.Clone(s.found)
			slices.SortStableFunc(want, func(a, b span) int {
				if a.start != b.start {
					return a.start - b.start
				}
				return b.end - a.end
			})
			if s.sortFound(); !slices.EqualFunc(s.found, want, func(a, b span) bool { return a.special == b.special }) {
				t.Errorf("%s: not in order", c.name)
			}
		}
	}
}
