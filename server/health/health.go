// Package health says whether every connector still brings sessions, and tells
// someone when one does not.
//
// Check judges from the records of runs. A Messenger sends what Check found:
// an alert per connector to a webhook, at most once per interval, and a sign
// of life to a push monitor with every check, so that silence is noticed too.
package health

import (
	"context"
	"fmt"
	"time"

	"jezero/server"
)

// State is how a connector is.
type State string

// The states, the good one first.
const (
	Good    State = "good"
	Never   State = "never ran"
	Failing State = "failing" // the last run recorded an error (JZ-176)
	Stale   State = "stale"   // no good run for longer than the limit (JZ-175)
)

// Connector is the health of one connector.
type Connector struct {
	Name        string     `json:"connector"`
	State       State      `json:"state"`
	What        string     `json:"what,omitempty"` // why it is not good, and what to do; for the owner's eyes
	LastRun     *time.Time `json:"last_run"`       // UTC; null before the first
	LastSuccess *time.Time `json:"last_success"`
	Warnings    []string   `json:"warnings,omitempty"` // of the last run: what holds its cursor
}

// Report is the outcome of one check.
type Report struct {
	At         time.Time   `json:"at"`
	Good       bool        `json:"good"`
	Connectors []Connector `json:"connectors"`
}

// ExitCode is 0 when all is good, else 1.
func (r Report) ExitCode() int {
	if r.Good {
		return 0
	}
	return 1
}

// Log is where runs are recorded.
type Log interface {
	server.RunLog
	// LastSuccess returns the connector's newest run without an error.
	LastSuccess(ctx context.Context, connector string) (run server.Run, ok bool, err error)
}

// Check judges the connectors named, which are the enabled ones, in their
// order. A nil log knows no run. With no connector the report is not good:
// nothing is being read.
func Check(ctx context.Context, log Log, connectors []string, maxSilence time.Duration, now time.Time) (Report, error) {
	r := Report{At: now.UTC(), Good: len(connectors) > 0, Connectors: []Connector{}}
	for _, name := range connectors {
		c, err := judge(ctx, log, name, maxSilence, now)
		if err != nil {
			return Report{}, fmt.Errorf("reading the runs of connector %q: %w", name, err)
		}
		r.Good = r.Good && c.State == Good
		r.Connectors = append(r.Connectors, c)
	}
	return r, nil
}

func judge(ctx context.Context, log Log, name string, maxSilence time.Duration, now time.Time) (Connector, error) {
	c := Connector{Name: name, State: Never, What: "it never ran: jezero run " + name}
	if log == nil {
		return c, nil
	}
	last, ran, err := log.LastRun(ctx, name)
	if err != nil || !ran {
		return c, err
	}
	success, worked, err := log.LastSuccess(ctx, name)
	if err != nil {
		return c, err
	}
	c.LastRun, c.Warnings = stamp(last.EndedAt), last.Warnings
	var silence time.Duration
	if worked {
		c.LastSuccess = stamp(success.EndedAt)
		silence = now.Sub(success.EndedAt)
	}
	switch {
	case last.Error != "":
		c.State, c.What = Failing, last.Error
	case len(last.Warnings) > 0:
		// A warning holds a cursor: something is not being read (JZ-147).
		c.State, c.What = Failing, server.Count(len(last.Warnings), "file")+" could not be read or understood"
	case !worked || silence > maxSilence:
		c.State = Stale
		c.What = fmt.Sprintf(`no good run for %d hours: does anything start "jezero run --due"?`, int(silence.Hours()))
	default:
		c.State, c.What = Good, ""
	}
	return c, nil
}

func stamp(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC().Truncate(time.Second)
	return &t
}
