package prefilter

import (
	"strings"
	"testing"
)

// A weak candidate is left where the token is as long as one of its literals needs, or
// as long as can be seen.
func TestWeakNeedsItsToken(t *testing.T) {
	s := mustNew(t, followed(testLiterals), Auto)
	const n = 128
	for _, tt := range []struct {
		name, text string
		left       int
	}{
		{"one byte too few for s.", "(s.Ab01cd2 ", 0},
		{"just enough for it", "(s.Ab01cd23 ", 1},
		{"one byte too few for |", "(7|Ab01cd23Ef4 ", 0},
		{"just enough for it, too", "(7|Ab01cd23Ef45 ", 1},
		{"no window at all", "(x.Ab01cd23Ef45 ", 0},
		{"behind other bytes", strings.Repeat(" ", 31) + "s.Ab01cd23 ", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := []byte("  " + tt.text + strings.Repeat(" ", n))
			var c candidates
			consumed, _, nw := s.blocks(src, 2, n, &c)
			if s.fast == nil { // nothing is known of tokens, and so all that matches would be left
				for i, b := range src[2 : 2+consumed] {
					if !s.weak.class.Has(b) {
						c.stops[i/32] |= 1 << (i % 32)
					}
				}
			}
			if left := s.siftWeak(src[1:], &c, nw); left != tt.left {
				t.Errorf("%d weak candidates are left, want %d", left, tt.left)
			}
		})
	}
}

// Every window that a token follows has a bucket for both of its bytes, and pairs that
// are of no window have few.
func TestPairSets(t *testing.T) {
	w := Prepared(Auto).weak
	p, pairs := w.pairSets(), 0
	for i, sets := range w.sets {
		if !w.follows[i] {
			continue
		}
		sets[0].each(func(a byte) {
			sets[1].each(func(b byte) {
				pairs++
				if a < 0x80 && b < 0x80 && p[0][a]&p[1][b]&^endsToken == 0 {
					t.Errorf("%q %q of weak literal %d has no bucket", a, b, i)
				}
			})
		})
	}
	passing := 0
	for a := range 128 {
		if p[0][a]&endsToken != 0 {
			t.Errorf("first byte %#x has a bucket too many", a)
		}
		for b := range 128 {
			if p[0][a]&p[1][b] != 0 {
				passing++
			}
			if ends := p[1][b]&endsToken != 0; ends == w.class.Has(byte(b)) {
				t.Errorf("byte %#x ends a token: %v", b, ends)
			}
		}
	}
	if pairs == 0 || passing > 2*pairs {
		t.Errorf("%d pairs pass, of %d", passing, pairs)
	}
}
