package engine

import (
	"reflect"
	"slices"
	"testing"

	"jezero/redact/internal/detect"
	"jezero/redact/internal/prefilter"
	"jezero/redact/internal/ruleset"
)

func builtin() Config {
	return Config{Rules: slices.Concat(ruleset.All(), detect.Rules()), Anchors: detect.Anchors()}
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
		t.Errorf("%d of %d shapes are not planned: run go run -tags plan ./redact/internal/engine/genplan", missing, len(chosen))
	}
}

// BenchmarkNewWithPattern is what a program pays whose user has a pattern of
// their own: nothing is prepared for it.
func BenchmarkNewWithPattern(b *testing.B) {
	c := builtin()
	c.Patterns = []*Pattern{{Rule: c.Rules[0], Gate: "acme_"}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New(c); err != nil {
			b.Fatal(err)
		}
	}
}

// TestTablesAreFresh builds what is prepared once more. Stale tables are not
// used when rules or anchors differ, which costs the start of every program;
// when the code that makes them changed, they would be wrong.
func TestTablesAreFresh(t *testing.T) {
	const again = "run go generate ./redact/rules"
	prefilter.Both = true
	defer func() { prefilter.Both = false }()
	c := builtin()
	if !madeFor(&c) {
		t.Fatal("the prepared tables are for other rules or anchors: " + again)
	}
	var e Engine
	if err := e.compile(&c); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(&e.tables, prepared) {
		t.Error("the prepared tables are not what the rules compile to: " + again)
	}
	if !reflect.DeepEqual(e.set.Tables().Interface(), prefilter.Prepared(c.Mode).Tables().Interface()) {
		t.Error("the prepared literals are not those of the rules: " + again)
	}
}
