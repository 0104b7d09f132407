package engine

import (
	"slices"
	"testing"

	"jezero/redact/internal/detect"
	"jezero/redact/internal/prefilter"
	"jezero/redact/rules"
)

func builtin() Config {
	return Config{Rules: slices.Concat(rules.All(), detect.Rules()), Anchors: detect.Anchors()}
}

func BenchmarkNew(b *testing.B) {
	c := builtin()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New(c); err != nil {
			b.Fatal(err)
		}
	}
}

// The generated places and choices make New fast; stale ones make it slow. A
// few new rules do not matter.
func TestPlanIsFresh(t *testing.T) {
	var places []prefilter.Place
	var chosen []Choice
	prefilter.Planned, Chosen = &places, &chosen
	defer func() { prefilter.Planned, Chosen = nil, nil }()
	if _, err := New(builtin()); err != nil {
		t.Fatal(err)
	}
	missing := 0
	for _, c := range chosen {
		if !slices.Contains(choices[:], c) {
			missing++
		}
	}
	if missing > len(chosen)/10 {
		t.Errorf("%d of %d shapes are not planned: run go run ./redact/internal/engine/genplan", missing, len(chosen))
	}
}
