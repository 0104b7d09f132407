//go:build amd64 && !purego

package prefilter

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// The widest vectors list the weak candidates that the others list, no more, and of
// strong ones the same are left.
func TestWideListsTheSame(t *testing.T) {
	if !canWide {
		t.Skip("this processor has no AVX-512 with VBMI2: nothing can run the assembly here")
	}
	lits := followed(testLiterals)
	wide, narrow := mustNew(t, lits, Auto), mustNew(t, lits, Auto)
	wide.prepareWide()
	narrow.wide = nil
	pieces := []string{"s.", "7|", "+v", "ab", "Ab01cd23", "ef", " ", "é", "tok_", "ghp_", "x", "9", "password", "."}
	rnd := rand.New(rand.NewPCG(5, 6))
	strong, weak := 0, 0
	for range 2000 {
		var src []byte
		for n := wideSee + 4 + rnd.IntN(300); len(src) < n; {
			src = append(src, pieces[rnd.IntN(len(pieces))]...)
		}
		n := wideSee + rnd.IntN(len(src)-2-wideSee+1)
		var got, want lists
		var c candidates
		consumed, ns, nw := wide.blocks(src, 2, n, &c)
		ns = wide.siftStrong(src, &c, ns)
		got = lists{strong: slices.Clone(c.strong[:ns]), weak: slices.Clone(c.weak[:nw])}
		// The others go through one block more where there is one, so that they know
		// more of what stands there.
		known := consumed - 64
		_, ns, nw = narrow.blocks(src, 2, n, &c)
		ns = narrow.siftStrong(src, &c, ns)
		want = lists{strong: c.strong[:ns], weak: c.weak[:nw]}
		for _, l := range []*lists{&got, &want} {
			l.strong = slices.DeleteFunc(l.strong, func(e uint32) bool { return int(e>>16) >= known })
			l.weak = slices.DeleteFunc(l.weak, func(at uint16) bool { return int(at) >= known })
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(lists{}), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%q, %d bytes of it (-others +widest):\n%s", src, n, diff)
		}
		strong, weak = strong+len(got.strong), weak+len(got.weak)
	}
	if strong < 1000 || weak < 1000 {
		t.Errorf("%d strong ones and %d weak ones: the test looks at nothing", strong, weak)
	}
}
