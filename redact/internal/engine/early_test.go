package engine

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Shapes that are not tried because a token was found where they begin would have
// changed nothing.
func TestTold(t *testing.T) {
	made := func() *Engine {
		e, err := New(builtin())
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	e, asked := made(), made()
	for i := range asked.asks {
		asked.asks[i].special = math.MaxInt
	}
	rnd := rand.New(rand.NewPCG(8, 9))
	found := 0
	for range 20 {
		for _, sh := range e.shapes {
			src := []byte([]string{"", "key ", "with token ", "api_key=", "\n", "x", "sk-", "[REDACTED] "}[rnd.IntN(8)])
			for i := range sh.parts {
				p := &sh.parts[i]
				if p.opt && rnd.IntN(2) == 0 {
					continue
				}
				if p.alts != nil {
					src = append(src, p.alts[rnd.IntN(len(p.alts))]...)
					continue
				}
				n := p.min
				if p.max > p.min {
					n += rnd.IntN(min(p.max-p.min, 80) + 1)
				}
				src = append(src, p.cls.from(rnd, n)...)
			}
			src = append(src, []string{"", " done", "\n", "\" ", ".", "- ", "\nkey sk-x"}[rnd.IntN(7)]...)
			got, want := e.Find(nil, src), asked.Find(nil, src)
			if !slices.Equal(got, want) {
				t.Fatalf("%q: %+v, want %+v", src, got, want)
			}
			found += len(got)
		}
	}
	few, all := e.Stats().Verified, asked.Stats().Verified
	if few >= all || found < 10*len(e.shapes) {
		t.Errorf("%d of %d are tried, with %d finds", few, all, found)
	}
}
