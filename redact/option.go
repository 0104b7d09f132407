package redact

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	"jezero/redact/internal/engine"
	"jezero/redact/internal/prefilter"
	"jezero/redact/rule"
)

// Option configures New.
type Option func(*config) error

type config struct {
	disabled []string
	mode     prefilter.Mode
	known    []Known
	named    bool
	patterns []Pattern
	opaque   map[string]bool
}

// WithDisabledRules leaves rules out, by id, those of the detectors included:
// what only they find stays, and so does what JSON and the slog handler would
// take by its key. An id that no rule has is an error.
func WithDisabledRules(ids ...string) Option {
	return func(c *config) error {
		c.disabled = append(c.disabled, ids...)
		return nil
	}
}

// TestOnlyPrefilter chooses the prefilter implementation; redacttest uses it
// to compare them. Its type cannot be named outside this module.
func TestOnlyPrefilter(m prefilter.Mode) Option {
	return func(c *config) error {
		c.mode = m
		return nil
	}
}

// behaviour counts up when the engine or a detector redacts differently while
// the rules read the same, so that Version changes.
const behaviour = 3

func (c *config) build() (*Redactor, error) {
	off := map[string]bool{}
	for _, id := range c.disabled {
		off[id] = true
	}
	var on, out []*rule.Rule
	for _, r := range builtinRules() {
		if off[r.ID] {
			delete(off, r.ID)
			out = append(out, r)
			continue
		}
		on = append(on, r)
	}
	for id := range off {
		return nil, fmt.Errorf("redact: no rule %q to disable: `redact rules` lists the ids", id)
	}
	e, err := c.engine(on, out)
	if err != nil {
		return nil, fmt.Errorf("redact: built-in rules: %w", err)
	}
	return &Redactor{e: e, version: sync.OnceValue(func() string { return c.hash(on) }), opaque: c.opaqueKeys(), off: out}, nil
}

// builtinEngine is shared by all Redactors without options: it is immutable.
var builtinEngine = sync.OnceValues(func() (*engine.Engine, error) {
	return engine.New(engine.Config{Rules: builtinRules(), Anchors: builtinAnchors()})
})

func (c *config) engine(on, off []*rule.Rule) (*engine.Engine, error) {
	if len(c.disabled) == 0 && len(c.known) == 0 && len(c.patterns) == 0 && !c.named && c.mode == prefilter.Auto {
		return builtinEngine()
	}
	return engine.New(engine.Config{
		Rules: on, Off: off, Mode: c.mode, Named: c.named,
		Anchors:  slices.Concat(builtinAnchors(), knownAnchors(c.known)),
		Patterns: enginePatterns(c.patterns),
	})
}

// hash is the version: everything that decides what is redacted.
func (c *config) hash(rules []*rule.Rule) string {
	h := sha256.New()
	fmt.Fprintln(h, behaviour)
	enc := json.NewEncoder(h)
	for _, r := range rules {
		// Cannot fail: a rule is plain data.
		_ = enc.Encode(struct {
			ID, Kind   string
			Shapes     []rule.Shape
			Confidence rule.Confidence
			Near       []string
			Within     int
		}{r.ID, r.Kind, r.Shapes, r.Confidence, r.Near, r.Within})
	}
	_ = enc.Encode(slices.Sorted(slices.Values(c.disabled)))
	// Names only: a hash of the values, without a key, would let them be guessed.
	for _, k := range c.known {
		fmt.Fprintf(h, "known %q %v\n", k.Name, c.named)
	}
	for _, p := range c.patterns {
		fmt.Fprintf(h, "pattern %q %q\n", p.Kind(), p.Key())
	}
	_ = enc.Encode(slices.Sorted(maps.Keys(c.opaqueKeys())))
	return hex.EncodeToString(h.Sum(nil)[:8])
}
