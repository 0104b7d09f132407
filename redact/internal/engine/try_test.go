package engine

import (
	"math/rand/v2"
	"testing"
)

// from makes n bytes of a class, or now and then another one.
func (c *class) from(rnd *rand.Rand, n int) (b []byte) {
	for len(b) < n {
		if x := byte(rnd.IntN(128)); c.has[x] || rnd.IntN(4000) == 0 {
			b = append(b, x)
			if rnd.IntN(60) == 0 {
				b = append(b, []string{`""`, "\\\n", `\/`, "%2F", "''"}[rnd.IntN(5)]...)
			}
		}
	}
	return b
}

// What is looked at before a shape is tried rules out no match.
func TestTryShapes(t *testing.T) {
	e, err := New(builtin())
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(10, 11))
	matches, ruledOut := 0, 0
	for l := range e.lits {
		lit := &e.lits[l]
		for _, made := range lit.shapes {
			for range 30 {
				// A text of the shape's parts, some of them too short.
				var src []byte
				at := 0
				src = append(src, []string{"", " ", "x", "\\n", "[REDACTED"}[rnd.IntN(5)]...)
				for i := range made.sh.parts {
					if i == made.sh.anchor {
						at = len(src)
					}
					p := &made.sh.parts[i]
					if p.opt && rnd.IntN(2) == 0 {
						continue
					}
					if p.alts != nil {
						src = append(src, p.alts[rnd.IntN(len(p.alts))]...)
						continue
					}
					n := p.min
					if rnd.IntN(5) == 0 {
						n -= 1 + rnd.IntN(3)
					} else if p.max > p.min {
						n += rnd.IntN(min(p.max-p.min, 20) + 1)
					}
					src = append(src, p.cls.from(rnd, max(0, n))...)
				}
				src = append(src, []string{"", " ", "\n", "x", "\"", "=="}[rnd.IntN(6)]...)
				if at+lit.len > len(src) {
					continue
				}
				s := e.start(src, true)
				s.used = true
				want := 0
				for _, try := range lit.shapes {
					if k := at + try.at; try.last != nil && (k >= len(src) || !try.last.has[src[k]]) {
						continue
					}
					s.m.hi, s.m.budget = len(src), steps
					if _, ok := s.forward(try.sh, try.sh.anchor, at); !ok {
						continue
					}
					if _, ok := s.backward(try.sh, at, 0); ok {
						want++
					}
				}
				s.stop()
				s = e.start(src, true)
				s.used = true
				// Only where the literal stands is it asked for.
				if p := &made.sh.parts[made.sh.anchor]; len(p.alts) == 1 && lit.len == len(p.alts[0]) {
					tried, judged := s.st.verified, s.judged
					s.tryShapes(lit, at, 0, len(src))
					if got := s.judged - judged; got < want {
						t.Fatalf("%s: %q at %d: %d matches, want %d", made.sh.rule.ID, src, at, got, want)
					}
					matches += want
					ruledOut += len(lit.shapes) - int(s.st.verified-tried)
				}
				s.stop()
			}
		}
	}
	if matches < 5000 || ruledOut < 1000 {
		t.Errorf("%d matches, %d ruled out", matches, ruledOut)
	}
}
