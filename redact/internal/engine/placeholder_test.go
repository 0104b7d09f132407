package engine

import (
	"math/rand/v2"
	"testing"
)

// What a stretch remembers never changes its answer, whatever was asked before.
func TestStretchIsACache(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 12))
	src := make([]byte, 2000)
	for i := range src {
		src[i] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/ "[rnd.IntN(51)]
	}
	for _, kind := range []uint8{inKind, inGlue} {
		var r stretch
		for range 20_000 {
			at := rnd.IntN(len(src) + 1)
			if rnd.IntN(2) == 0 {
				at = min(len(src), max(0, r.end+rnd.IntN(40)-20))
			}
			lo := max(0, at-rnd.IntN(200))
			want := at
			for want > lo && at-want <= maxKind && kindBytes[src[want-1]]&kind != 0 {
				want--
			}
			if got := r.before(src, kind, at, lo); got != want {
				t.Fatalf("before %d, from %d on: %d, want %d", at, lo, got, want)
			}
		}
	}
}
