package engine

import (
	"bytes"
	"hash/maphash"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"jezero/redact/internal/prefilter"
	"jezero/redact/internal/scan"
	"jezero/redact/rule"
)

// sees is a detector whose answer depends on every byte of its view, and asks how
// often it was asked.
func sees(asked *int) scan.Detector {
	r := &rule.Rule{ID: "seen", Kind: "seen", Confidence: rule.Low}
	seed := maphash.MakeSeed()
	return func(v *scan.View, out *scan.Out) {
		*asked++
		var h maphash.Hash
		h.SetSeed(seed)
		_, _ = h.Write(v.Src)
		for n := h.Sum64() % 4; n > 1; n-- {
			out.Add(scan.Span{Match: v.At, MatchEnd: v.To + int(n), Start: v.To + int(n) - 1, End: v.To + int(n), Rule: r, Confidence: rule.Low})
		}
		if v.Begin || v.Finish {
			out.Add(scan.Span{Match: v.At, MatchEnd: v.To, Start: v.At, End: v.To, Rule: r, Confidence: rule.Low})
		}
	}
}

// findWith is the first look at src, without what repeats when deaf.
func findWith(e *Engine, src []byte, deaf bool) (found []Finding) {
	s := e.start(src, true)
	if deaf {
		s.echo.rest = math.MaxInt
	}
	for more := true; more; {
		more = s.step()
		found = append(found, s.ready...)
	}
	s.stop()
	return found
}

// What a text repeats is found as often as it stands there, and looked at once.
func TestEchoChangesNoFind(t *testing.T) {
	asked := 0
	e, err := New(Config{Mode: prefilter.Auto, Anchors: []scan.Anchor{{Lit: "secret", Detect: sees(&asked)}, {Lit: "token", Detect: sees(&asked)}}})
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(8, 8))
	pieces := []string{"secret", "token", " = ", "a", "\n", "xyz ", "token secret ", "-------"}
	for n := range 8 {
		// The view of the literal one period before begins with the text.
		text := bytes.Repeat([]byte("secret = token\n\n"), n%2*75_000/16)
		for range 1 + rnd.IntN(3) {
			unit := "secret"
			for range rnd.IntN(12) {
				unit += pieces[rnd.IntN(len(pieces))]
			}
			n := []int{500, 3000, 72_000, 78_000}[rnd.IntN(4)]
			part := bytes.Repeat([]byte(unit), n/len(unit)+1)
			for range rnd.IntN(3) {
				part[rnd.IntN(len(part))] = '!'
				part[rnd.IntN(min(len(part), 8000))] = '!'
			}
			text = append(text, part...)
		}
		if got, want := findWith(e, text, false), findWith(e, text, true); !slices.Equal(got, want) {
			t.Fatalf("%d finds of %d bytes, want %d", len(got), len(text), len(want))
		}
		var out bytes.Buffer
		w := e.NewStream(&out)
		for rest := text; len(rest) > 0; {
			n := min(len(rest), 1+rnd.IntN(40_000))
			if _, err := w.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if whole, _ := e.Append(nil, text); !bytes.Equal(out.Bytes(), whole) {
			t.Fatal("a stream that repeats itself is not redacted as the whole is")
		}
	}
	text := bytes.Repeat([]byte("secret = token\n"), 250_000/15)
	asked = 0
	findWith(e, text, true)
	all := asked
	asked = 0
	if findWith(e, text, false); asked*3 > all || asked*15 < 2*scan.Ahead {
		t.Errorf("detectors were asked %d times of %d", asked, all)
	}
}
