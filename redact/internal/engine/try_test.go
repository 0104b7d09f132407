package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"jezero/redact/rule"
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

// A simple shape is found as any other, and one whose only long run is honest is no
// example.
func TestTrySimple(t *testing.T) {
	e, err := New(builtin())
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(12, 13))
	simple, dressed, found, honest, examples := 0, 0, 0, 0, 0
	for l := range e.lits {
		lit := &e.lits[l]
		for k := range lit.shapes {
			sh := lit.shapes[k].sh
			if !sh.oneRun || sh.anchor > 0 {
				continue
			}
			for range 40 {
				var run []byte
				last := &sh.parts[len(sh.parts)-1]
				most := min(last.max-last.min, 20)
				switch n := last.min + rnd.IntN(most+1) - rnd.IntN(2); rnd.IntN(4) {
				case 0:
					word := last.cls.from(rnd, 4+rnd.IntN(6))
					for len(run) < n {
						run = append(run, word...)
					}
				case 1:
					run = append(last.cls.from(rnd, n/2), "example-XXXXXXXX"...)
				default:
					run = last.cls.from(rnd, n)
				}
				src := []byte([]string{"", " ", "x", "key: "}[rnd.IntN(4)])
				at := len(src)
				for i := range sh.parts[:len(sh.parts)-1] {
					if p := &sh.parts[i]; p.alts != nil {
						src = append(src, p.alts[rnd.IntN(len(p.alts))]...)
					} else {
						src = append(src, p.cls.from(rnd, p.min)...)
					}
				}
				src = append(append(src, run...), []string{"", " ", "\n", "x", "\"", "...", "%2F", "----"}[rnd.IntN(8)]...)
				src = append(src, make([]byte, rnd.IntN(2)*300)...)
				if at+lit.len > len(src) {
					continue
				}
				s := e.start(src, true)
				s.used, s.judged = true, 0
				s.verify(sh, at, lit.len, 0, len(src))
				want, maybes, judged := slices.Clone(s.found), slices.Clone(s.maybes), s.judged
				if v := s.sightWhole(s.m.at[len(sh.parts)-1], s.m.at[len(sh.parts)]); judged > 0 && v != nil {
					for _, conf := range []rule.Confidence{rule.High, rule.Certain} {
						bad := conf != rule.Certain && s.example(sh) || s.chants(sh)
						if good := v.honest(sh, conf); good && bad {
							t.Fatalf("%q: honest, and an example of %s", src, sh.rule.ID)
						} else if good {
							honest++
						} else if bad {
							examples++
						}
					}
				}
				s.stop()
				if !sh.simple {
					continue
				}
				s = e.start(src, true)
				s.used = true
				if !s.trySimple(sh, at, lit.len, 0, len(src)) {
					dressed++
				} else if simple++; !slices.Equal(s.found, want) || !slices.Equal(s.maybes, maybes) {
					t.Fatalf("%q: %v, want %v of %s", src, s.found, want, sh.rule.ID)
				}
				found += len(want) + len(maybes)
				s.stop()
			}
		}
	}
	if sights := fillMasks(new(masks), make([]byte, 100), 0, 10); min(simple, dressed, found) < 300 || sights && min(honest, examples) < 300 {
		t.Errorf("%d simple, %d dressed, %d found, %d honest, %d examples", simple, dressed, found, honest, examples)
	}
}
