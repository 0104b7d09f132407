package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"jezero/redact/internal/prefilter"
	"jezero/redact/internal/ruleset"
)

// scattered is a text of literals, tokens and what stands beside them, and what of it
// is found.
func scattered(rnd *rand.Rand, e *Engine, n int) (src []byte, found []span2) {
	beside := []string{" ", "\n", "=", ": ", `"`, "key", "_pw", "7z ", "pwd", "aws", ":", "[", "]", "-", "/", "word another ", "<<", "$1$"}
	for len(src) < n {
		switch rnd.IntN(8) {
		case 0:
			src = append(src, anchors[rnd.IntN(len(anchors))].Lit...)
		case 1, 2:
			from := len(src)
			for _, p := range e.shapes[rnd.IntN(len(e.shapes))].parts {
				if p.alts != nil {
					src = append(src, p.alts[rnd.IntN(len(p.alts))]...)
				} else {
					src = append(src, p.cls.from(rnd, min(p.min, 60))...)
				}
			}
			if rnd.IntN(2) == 0 && len(src) > from {
				found = append(found, span2{from, len(src)})
			}
		case 3:
			if rnd.IntN(8) == 0 {
				src = append(src, make([]byte, rnd.IntN(3000))...)
			}
		default:
			src = append(src, beside[rnd.IntN(len(beside))]...)
		}
	}
	return src, found
}

// Literals that are recalled are those that a search finds, and few are forgotten.
func TestRecall(t *testing.T) {
	e, err := New(builtin())
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	rules := ruleset.All()
	recalled, regions, compared, across := 0, 0, 0, 0
	for range 400 {
		src, found := scattered(rnd, e, 1000+rnd.IntN(20000))
		// The first look, in short turns; a few things are found a turn later.
		s := e.start(src, true)
		s.leave()
		hits := make([]prefilter.Hit, 0, 64+rnd.IntN(2000))
		next := 0
		for from := 0; from < len(src); {
			var to int
			hits, to = e.set.Scan(src, from, len(src), hits[:0], s.search)
			for next < len(found) && found[next].to < to && (rnd.IntN(3) > 0 || found[next].to+300 < to) {
				s.trail.fresh = append(s.trail.fresh, found[next])
				next++
			}
			s.trail.keep(e.set, hits, from, to)
			from = to
		}
		var text []byte
		var marks []mark
		last := 0
		for _, f := range found {
			text = append(text, src[last:f.from]...)
			m := mark{at: len(text), rule: rules[rnd.IntN(len(rules))]}
			x := Finding{Rule: m.rule}
			text, m.plain = s.replace(text, &x)
			m.end = len(text)
			m.shift = f.to - m.end
			marks, last = append(marks, m), f.to
		}
		text = append(text, src[last:]...)

		again := e.start(text, true)
		again.again, again.marks, again.trail = true, marks, s.trail
		for from := 0; from < len(text); {
			again.next = from
			end := again.bound(len(text))
			from = again.next
			to := min(end, from+1+rnd.IntN(3000))
			if from >= to {
				break
			}
			got, ok := again.recall(nil, from, to)
			regions++
			if ok {
				recalled++
				var want []prefilter.Hit
				for at := from; at < to; {
					var some []prefilter.Hit
					some, at = e.set.Scan(text, at, to, make([]prefilter.Hit, 0, 64), again.search)
					want = append(want, some...)
				}
				all := len(want)
				want = slices.DeleteFunc(want, func(h prefilter.Hit) bool {
					m := again.hidden(h.At)
					if m == nil {
						for _, m := range marks {
							if h.At < m.at && !e.set.Within(h, 0, m.at) {
								across++
								break
							}
						}
					}
					return m != nil && e.set.Within(h, m.at, m.end) && again.vain(h, m)
				})
				compared += all
				if !slices.Equal(got, want) {
					t.Fatalf("[%d,%d) of %q:\n%s\nwant\n%s", from, to, text, list(e, text, got), list(e, text, want))
				}
			}
			from = to
		}
		again.stop()
		s.stop()
	}
	if recalled < regions*9/10 || compared < 10000 || across < 1000 {
		t.Errorf("%d of %d regions were recalled, with %d hits, %d across an edge", recalled, regions, compared, across)
	}
}

// Of very many literals no more are kept, and nothing is said of what stands there.
func TestKeepNoMore(t *testing.T) {
	e := testEngine(t, prefilter.Auto)
	for _, n := range []int{0, mostKept - 1, mostKept} {
		var tr trail
		tr.reset()
		tr.hits = make([]prefilter.Hit, n)
		tr.fresh = []span2{{20, 30}}
		tr.keep(e.set, []prefilter.Hit{{At: 10}}, 0, 1000)
		if kept := len(tr.hits) > n; kept != (n < mostKept) || tr.has(0, 30) != kept || len(tr.fresh) > 0 {
			t.Errorf("after %d: %d are kept, known are %v", n, len(tr.hits)-n, tr.known)
		}
	}
}

func list(e *Engine, text []byte, hits []prefilter.Hit) (s string) {
	for _, h := range hits {
		s += fmt.Sprintf(" %d:%d %q", h.At, h.Lit, text[h.At:h.At+e.lits[h.Lit].len])
	}
	return s
}

// The room that a text with very many finds took is there for the next one: to make it
// again, and to collect it, took an eighth of the time.
func TestRoomIsKept(t *testing.T) {
	e, err := New(builtin())
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(8, 8))
	var src []byte
	for range 43000 { // of 4 MB
		src = append(src, "request done with ghp_"...)
		for range 36 {
			src = append(src, "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"[rnd.IntN(56)])
		}
		src = append(src, " 200\n"...)
	}
	dst, _ := e.Append(nil, src)
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which empties the pool
	least := uint64(math.MaxUint64)
	for range 12 { // the race detector's pool drops one in four
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var changed bool
		if dst, changed = e.Append(dst[:0], src); !changed {
			t.Fatal("nothing is found")
		}
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	if least > 1<<20 {
		t.Errorf("%d bytes are made for each text of the kind", least)
	}
}
