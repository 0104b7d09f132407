package engine

import (
	"reflect"
	"slices"

	"jezero/redact/internal/prefilter"
	"jezero/redact/internal/ruleset"
)

// tables are what New works out from rules and anchors. For the built-in ones
// gentables writes them down, so that a program need not work them out at
// every start.
type tables struct {
	shapes   []*shape
	lits     []target   // by literal number
	near     []*context // those with groups
	groups   int        // shapes found by their context words
	contexts int
	class    int // number of classes that runs are remembered for
}

// madeFor reports whether the prepared tables are those of c: all built-in
// rules, the anchors that the generator saw, and nothing of the user's.
func madeFor(c *Config) bool {
	if prepared == nil || len(c.Patterns) > 0 || len(c.Rules) < len(ruleset.Rules) || len(c.Anchors) != len(anchors) {
		return false
	}
	for i, r := range c.Rules {
		if i < len(ruleset.Rules) && r != &ruleset.Rules[i] || i >= len(ruleset.Rules) && len(r.Shapes) > 0 {
			return false
		}
	}
	for i := range anchors {
		a, b := &anchors[i], &c.Anchors[i]
		if a.Lit != b.Lit || a.Fold != b.Fold || a.After != b.After || a.Run != b.Run || a.Least != b.Least || a.Then != b.Then {
			return false
		}
	}
	return true
}

// Tables shows the generator what New works out for c, and for which anchors.
func Tables(c Config) (made, seen reflect.Value, set *prefilter.Set, err error) {
	var e Engine
	if err := e.compile(&c); err != nil {
		return made, seen, nil, err
	}
	as := slices.Clone(c.Anchors)
	for i := range as {
		as[i].Detect, as[i].Idle, as[i].Told = nil, nil, nil
	}
	return reflect.ValueOf(&e.tables), reflect.ValueOf(as), e.set, nil
}
