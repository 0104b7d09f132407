package engine

import (
	"math/rand/v2"
	"testing"

	"jezero/redact/internal/scan"
)

// Distances are counted in strides and past the finds of several words at once, and
// are what byte after byte would count.
func TestUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		src := make([]byte, 1+r.IntN(150))
		rare := 1 + r.IntN(30)
		for i := range src {
			src[i] = 'a'
			if r.IntN(rare) == 0 {
				src[i] = ' '
			}
		}
		s := &scanner{src: src}
		for range r.IntN(4) {
			from := r.IntN(len(src))
			s.broken = append(s.broken, [2]int{from, from + 1 + r.IntN(40)})
		}
		inside := func(i int) (start, end int) {
			for _, b := range s.broken {
				if b[0] <= i && i < b[1] {
					return b[0], b[1]
				}
			}
			return i, i
		}
		n, from := r.IntN(60), r.IntN(len(src))
		count := func(d *scan.Distance, i int, word bool) bool {
			for {
				if n -= d.Byte(src[i], word); n < 0 {
					return false
				}
				if !word || d.Full() {
					return true
				}
			}
		}
		all, on := n, len(src)
		var d scan.Distance
		for i := from; i < len(src); i++ {
			_, end := inside(i)
			if !count(&d, i, end > i) {
				on = i
				break
			}
			i = max(i, end-1)
		}
		if got := s.unitsOn(from, len(src), all); got != on {
			t.Fatalf("unitsOn(%q, %d, %d) with %v = %d, want %d", src, from, all, s.broken, got, on)
		}
		n, d = all, scan.Distance{}
		back := 0
		for i := from; i > 0; i-- {
			start, end := inside(i - 1)
			if !count(&d, i-1, end >= i) {
				back = i
				break
			}
			if end >= i {
				i = max(start, 0) + 1
			}
		}
		if got := s.unitsBack(from, 0, all); got != back {
			t.Fatalf("unitsBack(%q, %d, %d) with %v = %d, want %d", src, from, all, s.broken, got, back)
		}
	}
}
