package engine

import (
	"testing"

	"jezero/corpus"
	"jezero/redact/internal/prefilter"
)

// What the search hands over costs the more the more often it does: one literal
// that usual text is full of, a dash or an everyday word, takes more time than all
// others. The counts are per MB and the same on every machine.
func TestHits(t *testing.T) {
	const n = 1 << 20
	e, err := New(builtin())
	if err != nil {
		t.Fatal(err)
	}
	transcript, _ := corpus.Transcript(1, n)
	for _, tt := range []struct {
		name      string
		src       []byte
		most      int // hits of all literals
		ofShape   int // of one that only shapes begin with
		ofContext int // of one that is a context word and nothing else
	}{
		{"transcript", transcript[:n], 3000, 300, 60},
		{"prose", corpus.Prose(1, n)[:n], 900, 150, 150},
	} {
		t.Run(tt.name, func(t *testing.T) {
			count := make([]int, len(e.lits))
			total := 0
			buf, room := make([]prefilter.Hit, 0, 256), new(prefilter.Room)
			for next := 0; next < n; {
				var hits []prefilter.Hit
				hits, next = e.set.Scan(tt.src, next, n, buf, room)
				for _, h := range hits {
					count[h.Lit]++
				}
				total += len(hits)
			}
			if total > tt.most {
				t.Errorf("%d hits, at most %d: a literal is too common", total, tt.most)
			}
			for i, c := range count {
				l := &e.lits[i]
				if len(l.detect) > 0 {
					continue
				}
				if len(l.shapes) > 0 && c > tt.ofShape {
					t.Errorf("%d hits of the literal of %s, at most %d", c, l.shapes[0].sh.rule.ID, tt.ofShape)
				}
				if len(l.shapes) == 0 && c > tt.ofContext {
					t.Errorf("%d hits of context word number %d, of %d bytes, at most %d", c, i, l.len, tt.ofContext)
				}
			}
		})
	}
}
