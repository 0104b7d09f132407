// Package lab puts a new credential pattern to the test before anybody relies
// on it: does it find what it should in every dress, does it leave alone what
// it should, how slow can it get, what does it take by mistake, and do the
// redactor's promises hold with it switched on. Start with Run.
package lab

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"time"

	"github.com/dlclark/regexp2/v2"

	"jezero/corpus"
	"jezero/fuzz/credgen"
	"jezero/redact"
	"jezero/redact/pattern"
)

// Options say what to test and how long.
type Options struct {
	Spec    pattern.Spec
	Against fs.FS         // further harmless text to count false alarms on; nil is none
	Time    time.Duration // for the checks that can go on for ever; default 20 s
	Seed    uint64
	// Progress is called as the work goes on, with the check that is running
	// and how far it is, 0 to 1.
	Progress func(check string, share float64)
}

// Verdict is what a check comes to.
type Verdict string

const (
	Good Verdict = "good"
	Bad  Verdict = "bad"
	Note Verdict = "note" // worth knowing, and no fault
)

// Check is one line of the report.
type Check struct {
	Name    string  `json:"name"`
	Verdict Verdict `json:"verdict"`
	Detail  string  `json:"detail"`
}

// Failure is the smallest input that a check failed on. It is made by the lab,
// so showing it gives nothing away.
type Failure struct {
	Check string `json:"check"`
	Input string `json:"input"`
	Got   string `json:"got"`
	Want  string `json:"want"` // in words
}

// Report is the outcome.
type Report struct {
	Spec    pattern.Spec `json:"spec"`
	Gate    string       `json:"gate"` // the literal that keeps the pattern off the hot path; "" is none
	Derived bool         `json:"gate_derived"`
	Samples []string     `json:"samples"` // strings the pattern matches, made by the lab
	Checks  []Check      `json:"checks"`
	Failure *Failure     `json:"failure,omitempty"` // of the first check that is bad
	Good    bool         `json:"good"`
	TOML    string       `json:"toml"` // for jezero.toml or .privacy.toml
}

// ErrUnusable is wrapped when there is nothing to test: the pattern does not
// compile. The message says why and where.
var ErrUnusable = errors.New("unusable pattern")

// bench is what the checks share.
type bench struct {
	Options
	rng     *rand.Rand
	pattern *pattern.Pattern
	with    *redact.Redactor // built-in rules and the pattern
	without *redact.Redactor // built-in rules
	plain   *redact.Redactor // built-in rules and the plainest pattern with the same literal
	samples []sample
	report  *Report
	seen    uint64   // timeouts of with so far
	late    []string // texts that the pattern gave no answer for in time
}

// enough texts without an answer show what is wrong; each costs a second.
const enoughLate = 3

// watch remembers a text that was just redacted or searched when the pattern
// ran out of time on it, and reports whether it did so too often to go on.
func (b *bench) watch(text string, err error) (stop bool) {
	if n := b.with.Timeouts(); n > b.seen || err != nil {
		b.seen = n
		b.late = append(b.late, text)
	}
	return len(b.late) >= enoughLate
}

// Run tests the pattern. The report is Good when no check is bad; an error is
// ErrUnusable, or the context's.
func Run(ctx context.Context, o Options) (*Report, error) {
	if o.Time <= 0 {
		o.Time = 20 * time.Second
	}
	if o.Progress == nil {
		o.Progress = func(string, float64) {}
	}
	ps, err := pattern.Compile([]pattern.Spec{o.Spec})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	opt, err := pattern.Option(o.Spec)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	b := &bench{Options: o, rng: credgen.New(o.Seed), pattern: ps[0], report: &Report{Spec: o.Spec}}
	if b.without, err = redact.New(); err != nil {
		return nil, err
	}
	if b.with, err = redact.New(opt); err != nil {
		return nil, err
	}
	b.report.Gate, _ = ps[0].Gate()
	plainest, err := pattern.Option(pattern.Spec{Kind: "plainest", Pattern: regexp2.Escape(b.report.Gate) + `\x00`, Literal: b.report.Gate})
	if err != nil {
		return nil, err
	}
	if b.plain, err = redact.New(plainest); err != nil {
		return nil, err
	}
	b.report.Derived = o.Spec.Literal == "" && b.report.Gate != ""
	checks := []struct {
		name string
		run  func(context.Context) (Check, *Failure)
	}{
		{"gate", b.gate},
		{"samples", b.makeSamples},
		{"every dress", b.dresses},
		{"longer tokens", b.longer},
		{"near misses", b.nearMisses},
		{"placeholder", b.placeholder},
		{"collisions", b.collisions},
		{"false alarms", b.falseAlarms},
		{"invariants", b.invariants},
		{"worst case", b.worstCase},
	}
	b.report.Good = true
	for i, c := range checks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		o.Progress(c.name, float64(i)/float64(len(checks)))
		check, failure := b.check(ctx, c.name, c.run)
		check.Name = c.name
		b.report.Checks = append(b.report.Checks, check)
		if check.Verdict == Bad {
			b.report.Good = false
			if b.report.Failure == nil && failure != nil {
				failure.Check = c.name
				b.report.Failure = failure
			}
		}
		if c.name == "samples" && check.Verdict == Bad {
			break // nothing further can be tested
		}
	}
	o.Progress("done", 1)
	b.report.TOML = TOML(o.Spec, b.report)
	return b.report, nil
}

// check runs one check, unless the pattern has shown that it cannot be
// answered in time: then the worst case is all there is to say.
func (b *bench) check(ctx context.Context, name string, run func(context.Context) (Check, *Failure)) (Check, *Failure) {
	if len(b.late) >= enoughLate && name != "worst case" {
		return note("not tried: the pattern is too slow, see worst case")
	}
	check, failure := run(ctx)
	if len(b.late) >= enoughLate && check.Verdict == Good && name != "worst case" {
		return note("stopped: the pattern is too slow, see worst case")
	}
	return check, failure
}

func good(format string, args ...any) (Check, *Failure) {
	return Check{Verdict: Good, Detail: fmt.Sprintf(format, args...)}, nil
}

func bad(f *Failure, format string, args ...any) (Check, *Failure) {
	return Check{Verdict: Bad, Detail: fmt.Sprintf(format, args...)}, f
}

func note(format string, args ...any) (Check, *Failure) {
	return Check{Verdict: Note, Detail: fmt.Sprintf(format, args...)}, nil
}

// gate says how lines are chosen that the pattern is run on.
func (b *bench) gate(context.Context) (Check, *Failure) {
	switch {
	case b.report.Gate == "":
		return note("no literal stands in every match, so every line is searched: many times slower; name one with --literal if there is one")
	case b.report.Derived:
		return good("only lines that hold %q are searched (derived from the pattern)", b.report.Gate)
	}
	return good("only lines that hold %q are searched", b.report.Gate)
}

// benign is the text that the corpus calls harmless.
func benign() fs.FS { return corpus.Benign() }
