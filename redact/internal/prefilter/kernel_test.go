package prefilter

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"jezero/corpus"
)

// lists are candidates before the strong ones are sifted, and those left.
type lists struct {
	found  []uint16 // strong ones
	strong []uint32
	weak   []uint16
}

// listed is what blocks of 32 positions list of src[p:p+n], as their comment says,
// byte by byte.
func (s *Set) listed(src []byte, p, n int) (l lists, consumed int) {
	if n >= blockSee {
		consumed = (n-blockSee)/blockLen*blockLen + blockLen
	}
	// ends reports that a byte is known to end a token.
	ends := func(at int) bool { return at < consumed && !s.weak.class.Has(src[p+at]) }
	buckets := func(m *masks, b []byte) byte {
		all := byte(0xff)
		for i, c := range b {
			all &= m[2*i][c&15] & m[2*i+1][c>>4]
		}
		return all
	}
	for e := 0; e < consumed; e += 2 {
		x := gramAt(src, p+e)
		i, m := gramIndex(x), gramMask(x)
		if (uint32(s.grams[i])|uint32(s.grams[i+1])<<8)&m != m {
			continue
		}
		l.found = append(l.found, uint16(e))
		k := s.head[headHash(x)]
		stays := s.nodes[k].fits(binary.LittleEndian.Uint64(src[p+e-2:]))
		for j := range runLen {
			stays = stays && !(s.nodes[k].run>>j&1 != 0 && ends(e+j))
		}
		if stays {
			l.strong = append(l.strong, uint32(e)<<16|uint32(k))
		}
	}
	for at := range consumed {
		b := src[p-1+at:]
		follows := buckets(&s.weak.pairs, b[:2]) != 0
		for k := range tokenLen {
			follows = follows && !ends(at+1+k)
		}
		if follows || s.weak.plain && buckets(&s.weak.masks, b[:weakWindow]) != 0 {
			l.weak = append(l.weak, uint16(at))
		}
	}
	return l, consumed
}

// The assembly lists what its comment says, whatever was in its room before, and of
// strong ones those are left that it says.
func TestKernelLists(t *testing.T) {
	pieces := []string{"s.", "7|", "+v", "ab", "Ab01cd23", "ef", " ", "é", "tok_", "ghp_", "x", "9", "password", ".", "12:A", "a~B7c8", "==", "AKIA", "\x00", "\xff"}
	rnd := rand.New(rand.NewPCG(7, 8))
	texts := make([][]byte, 600)
	for i := range texts {
		for n := 4 + rnd.IntN(200+rnd.IntN(2200)); len(texts[i]) < n; {
			texts[i] = append(texts[i], pieces[rnd.IntN(len(pieces))]...)
		}
	}
	for _, c := range corpus.Sample(37) {
		texts = append(texts, []byte("ab"+c.Text))
	}
	for _, tt := range []struct {
		name string
		set  *Set
	}{
		{"some", mustNew(t, testLiterals, Auto)},
		{"those a token follows", mustNew(t, followed(testLiterals), Auto)},
		{"all", Prepared(Auto)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := tt.set
			if s == nil {
				t.Fatal("nothing is prepared")
			}
			if s.fast == nil {
				t.Skip("this processor, or this build, has no vectors: what stands for them is tested with the others")
			}
			s.wide = nil
			var c candidates
			for i := range c.notPairs {
				c.notPairs[i], c.stops[i], c.strongMasks[i] = rnd.Uint32(), rnd.Uint32(), uint16(rnd.Uint32())
			}
			strong, weak := 0, 0
			for _, src := range texts {
				p := 2 + 2*rnd.IntN(2)
				src = append(slices.Clip(src), "  "...) // which the sieve looks at
				n := rnd.IntN(min(len(src)-p, maxStep) + 1)
				if rnd.IntN(2) == 0 {
					n = min(len(src)-p, maxStep)
				}
				want, consumed := s.listed(src, p, n)
				got, ns, nw := s.blocks(src, p, n, &c)
				if got != consumed {
					t.Fatalf("%d bytes of %d are gone through, want %d", got, n, consumed)
				}
				l := lists{found: slices.Clone(c.found[:ns]), weak: slices.Clone(c.weak[:nw])}
				l.strong = slices.Clone(c.strong[:s.siftStrong(src[p-2:], &c, ns)])
				if diff := cmp.Diff(want, l, cmp.AllowUnexported(lists{}), cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("%q from %d on, %d bytes of it (-want +got):\n%s", src, p, n, diff)
				}
				strong, weak = strong+len(l.strong), weak+len(l.weak)
			}
			// Right after another call, so that nothing else has cleared what that returned.
			long := bytes.Repeat([]byte("ghp_ s.Ab01cd23Ef45 "), maxStep/20+1)
			_, ns, nw := s.blocks(long, 2, maxStep, &c)
			got, ns2, nw2 := s.blocks(long, 2, blockSee-1, &c)
			if ns == 0 || nw == 0 || got+ns2+nw2 != 0 {
				t.Errorf("after lists of %d and %d, none of %d bytes: %d bytes, lists of %d and %d", ns, nw, blockSee-1, got, ns2, nw2)
			}
			if strong < 1000 || weak < 200 {
				t.Errorf("%d strong ones and %d weak ones: the test looks at nothing", strong, weak)
			}
		})
	}
}
