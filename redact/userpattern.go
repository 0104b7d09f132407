package redact

import (
	"jezero/redact/internal/engine"
	"jezero/redact/rule"
)

// Pattern is a kind of credential that the caller brings along; redact/pattern
// makes them from regular expressions. It must be safe for concurrent use.
type Pattern interface {
	Kind() string // what stands in the placeholder
	Key() string  // everything that decides what it finds; enters Version
	// Gate is a literal of at least three bytes that every match holds, and
	// whether it stands in any ASCII case. Without one every line is searched.
	Gate() (literal string, fold bool)
	// Find appends the byte offsets of the values in line. An error means the
	// line could not be judged: it is then redacted whole, and counted.
	Find(line []byte, dst [][2]int) ([][2]int, error)
}

// WithPatterns adds patterns to the built-in rules. A pattern sees one line at
// a time; in a very long one it sees from 1 KiB before its gate to at least as
// much behind it.
func WithPatterns(ps ...Pattern) Option {
	return func(c *config) error {
		c.patterns = append(c.patterns, ps...)
		return nil
	}
}

// WithNamedStyle writes known values as [redacted:<name>] in lower case, so
// that a reader can tell a value of this computer from a found shape.
func WithNamedStyle() Option {
	return func(c *config) error {
		c.named = true
		return nil
	}
}

// Timeouts is how many lines were redacted whole because a pattern could not
// judge them in time, since New.
func (r *Redactor) Timeouts() uint64 { return r.e.Timeouts() }

func enginePatterns(ps []Pattern) []*engine.Pattern {
	var out []*engine.Pattern
	for _, p := range ps {
		gate, fold := p.Gate()
		ru := &rule.Rule{ID: "pattern-" + p.Kind(), Kind: p.Kind(), Title: "A pattern of your own configuration", Confidence: rule.High}
		out = append(out, &engine.Pattern{Rule: ru, Gate: gate, Fold: fold, Find: p.Find})
	}
	return out
}
