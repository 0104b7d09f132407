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

// What is found is the same where no name is asked whether what stands behind it is told.
func TestNameTold(t *testing.T) {
	asked, err := New(builtin())
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(builtin())
	if err != nil {
		t.Fatal(err)
	}
	called := 0
	for i := range asked.asks {
		if told := asked.asks[i].told; told != nil {
			asked.asks[i].told = func(s []byte, at, to, end int) bool {
				called++
				return told(s, at, to, end)
			}
		}
		e.asks[i].told = nil
	}
	rnd := rand.New(rand.NewPCG(8, 3))
	for range 300 {
		var src []byte
		for range 40 {
			src = append(src, []string{"with key ", "the password ", "use it as the token ", "a secret ", "x = key ", "pwd "}[rnd.IntN(6)]...)
			sh := e.shapes[rnd.IntN(len(e.shapes))]
			for i := range sh.parts {
				if p := &sh.parts[i]; p.alts != nil {
					src = append(src, p.alts[rnd.IntN(len(p.alts))]...)
				} else {
					src = append(src, p.cls.from(rnd, min(p.min, 60))...)
				}
			}
			src = append(src, []string{" done\n", "\n", " = \"kQ3xT9vB2mW7pZ5n\"\n", ", ", " is kQ3xT9vB2mW7pZ5n "}[rnd.IntN(5)]...)
		}
		if got, want := asked.Find(nil, src), e.Find(nil, src); !slices.Equal(got, want) {
			t.Fatalf("%q:\n%v, want\n%v", src, got, want)
		}
	}
	if called < 1000 {
		t.Errorf("asked %d times", called)
	}
}
