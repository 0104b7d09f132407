package engine

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jezero/redact/rule"
)

// No long run is seen where none is, whatever is known of the text before.
func TestNoLongRun(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	yes, no := 0, 0
	for range 300 {
		src := make([]byte, r.IntN(600))
		few := 20 + r.IntN(100)
		for i := range src {
			src[i] = "x\xc3a"[r.IntN(3)]
			if r.IntN(few) == 0 {
				src[i] = " \n\t!"[r.IntN(4)]
			}
		}
		s := &scanner{src: src}
		for range 40 {
			from := r.IntN(len(src) + 1)
			to := from + r.IntN(len(src)-from+1)
			want := true
			for i, run := from, 0; i < to; i++ {
				if run++; src[i] <= ' ' {
					run = 0
				}
				want = want && run < longRun
			}
			if got := s.noLongRun(from, to); got != want {
				t.Fatalf("%q[%d:%d]: no long run: %v", src, from, to, got)
			}
			if want {
				yes++
			} else {
				no++
			}
		}
	}
	if min(yes, no) < 500 {
		t.Errorf("%d with none, %d with one", yes, no)
	}
}

// What is searched around a word is found or not as if nothing had been looked at before,
// at whatever distance and whatever fills it.
func TestNothingNear(t *testing.T) {
	token := "5" + strings.Repeat("Kd83hf2QxWc9", 5)[:50] // of a key's alphabet
	rules := []*rule.Rule{{
		ID: "near-run", Kind: "near-run", Confidence: rule.Medium, Near: []string{"wallet word"},
		Shapes: []rule.Shape{rule.Seq(rule.Run(rule.Chars("5KL"), 1), rule.Between(rule.Base58, 50, 51)).AsExact().WithLeft(rule.Bare)},
	}, {
		ID: "near-short", Kind: "near-short", Confidence: rule.Medium, Near: []string{"wallet word"},
		Shapes: []rule.Shape{rule.Seq(rule.Run(rule.Base58, 60)).AsExact().WithLeft(rule.Bare)}, Within: 40,
	}}
	look, err := New(Config{Rules: rules})
	if err != nil {
		t.Fatal(err)
	}
	search, err := New(Config{Rules: rules})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range search.near {
		if !look.near[i].long {
			t.Fatalf("context %d is not long: nothing is tested", i)
		}
		c.long = false
	}
	r := rand.New(rand.NewPCG(4, 1))
	found := 0
	for range 6000 {
		var b strings.Builder
		for range 1 + r.IntN(6) {
			switch r.IntN(4) {
			case 0:
				b.WriteString(token)
			case 1:
				fmt.Fprint(&b, strings.Repeat("Wm4", 20), " ")
			default:
				b.WriteString("wallet word")
			}
			// Runs of up to the longest that is not long, so that few units are many bytes.
			most := []int{3, 12, 13, longRun - 1, longRun}[r.IntN(5)]
			for n := r.IntN(420); n > 0; {
				w := 1 + r.IntN(most)
				if r.IntN(2) == 0 {
					w = most
				}
				b.WriteByte(' ')
				b.WriteString(strings.Repeat("-", w))
				n -= min(w, 12) + 1
			}
			b.WriteByte(' ')
		}
		src := []byte(b.String())
		got, want := look.Find(nil, src), search.Find(nil, src)
		if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b *rule.Rule) bool { return a == b })); diff != "" {
			t.Fatalf("%q (-searched +looked):\n%s", src, diff)
		}
		found += len(want)
	}
	if found < 1000 {
		t.Errorf("only %d found", found)
	}
}
