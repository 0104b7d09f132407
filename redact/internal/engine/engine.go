// Package engine finds credentials: one prefilter pass over the raw bytes,
// hand-walked verification of the token shapes and detectors at each anchor,
// and one machine that does both whole buffers and streams.
package engine

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"jezero/redact/internal/prefilter"
	"jezero/redact/internal/scan"
	"jezero/redact/rule"
)

// Config is what an Engine is built from.
type Config struct {
	Rules   []*rule.Rule  // rules with shapes; those without are left to detectors
	Anchors []scan.Anchor // literals of the detectors
	// Off are the rules whose findings detectors make in vain: they are dropped.
	Off []*rule.Rule
	// Named writes [redacted:<name>] for values the caller knows.
	Named bool
	// Patterns are the user's own.
	Patterns []*Pattern
	Mode     prefilter.Mode
}

var errNoAnchor = errors.New("has neither a literal nor context words to be found by")

// Engine is a compiled set of rules and detectors, immutable and safe for
// concurrent use.
type Engine struct {
	tables
	set       *prefilter.Set
	detectors []scan.Detector         // by number of their anchor
	asks      []ask                   // by literal number
	back      int                     // how far the input before the next window is needed
	ahead     int                     // how far the input after a candidate's window is needed
	spread    int                     // how far behind another's a literal may begin whose turn is before
	edges     func() *prefilter.Edges // of placeholders
	pool      sync.Pool
	readings  sync.Map // by rule
	counts    counters

	off      map[*rule.Rule]bool
	named    bool
	ungated  []*Pattern
	patterns int
	timeouts atomic.Uint64 // lines that a pattern could not judge in time
}

// Timeouts is how many lines were redacted whole because a pattern could not
// judge them in time.
func (e *Engine) Timeouts() uint64 { return e.timeouts.Load() }

var errSpent = errors.New("the document's time for patterns is spent")

// target is what a literal stands for.
type target struct {
	len      int
	shapes   []try
	detect   []call
	patterns []*Pattern
	nearest  []*context
}

// call is a detector; if run is not nil, only a run of that class from the
// literal on, of at least least bytes and with then after it, is worth a call.
type call struct {
	detector int // number
	run      *class
	least    int
	then     byte
}

// try is a shape that a literal is the anchor of. Before it is tried, one byte
// is looked at: last, if not nil, has what must stand at offset at from the
// literal's start, the last byte of the shortest run that may follow.
type try struct {
	sh   *shape
	at   int
	last *class
}

// Finding is one value to replace, in offsets of the input.
type Finding struct {
	Match, MatchEnd int
	Start, End      int
	Rule            *rule.Rule
	Confidence      rule.Confidence
	Wrap            string // quotes around the placeholder of an unquoted JSON number
}

// New compiles the rules. Its error lists everything that is wrong with them.
func New(c Config) (*Engine, error) {
	e := &Engine{named: c.Named, detectors: make([]scan.Detector, len(c.Anchors))}
	for i := range c.Anchors {
		e.detectors[i] = c.Anchors[i].Detect
	}
	if madeFor(&c) {
		e.set = prefilter.Prepared(c.Mode)
	}
	if e.set != nil {
		e.tables = *prepared
	} else if err := e.compile(&c); err != nil {
		return nil, err
	}
	for _, r := range c.Off {
		if e.off == nil {
			e.off = map[*rule.Rule]bool{}
		}
		e.off[r] = true
	}
	e.asks = asksOf(e.lits, c.Anchors)
	e.back = scan.Behind + e.set.Back()
	e.spread = e.set.Back() + e.set.Front()
	e.ahead = scan.Ahead + e.set.Front() + 1
	e.edges = sync.OnceValue(func() *prefilter.Edges { return e.set.Edges(openings, ']') })
	e.pool.New = func() any { return e.newScanner() }
	return e, nil
}

// compile works out the tables and what finds the literals.
func (e *Engine) compile(c *Config) error {
	b := newBuilder(len(c.Rules) + len(c.Anchors))
	var errs []error
	for _, r := range c.Rules {
		if err := b.add(r); err != nil {
			errs = append(errs, fmt.Errorf("rule %s: %w", r.ID, err))
		}
	}
	for i, a := range c.Anchors {
		t := b.literal(prefilter.Literal{Text: a.Lit, Fold: a.Fold, After: []rule.Class{a.After}})
		d := call{detector: i, least: a.Least, then: a.Then}
		if !a.Run.IsZero() {
			d.run = b.class(a.Run)
		}
		t.detect = append(t.detect, d)
	}
	for _, p := range c.Patterns {
		b.addPattern(p)
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	b.farther()
	var err error
	if e.set, err = prefilter.New(b.literals, c.Mode); err != nil {
		return err
	}
	e.tables = tables{lits: b.targets, shapes: b.shapes, groups: b.groups, contexts: len(b.contexts), class: len(b.classes)}
	e.ungated, e.patterns = b.ungated, b.patterns
	for _, c := range b.contexts {
		if len(c.groups) > 0 {
			e.near = append(e.near, c)
		}
	}
	slices.SortFunc(e.near, func(a, b *context) int { return a.id - b.id })
	return nil
}

// Rank orders findings that overlap: the greater one names the union.
func rank(a, b *span) int {
	switch {
	case a.conf != b.conf:
		return cmp.Compare(a.conf, b.conf)
	case a.special != b.special:
		return cmp.Compare(a.special, b.special)
	case a.start != b.start:
		return cmp.Compare(b.start, a.start)
	case a.rule == b.rule:
		return 0
	}
	return cmp.Compare(b.rule.ID, a.rule.ID)
}
