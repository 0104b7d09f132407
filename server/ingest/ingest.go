// Package ingest brings agents' sessions into the library: connector → segment
// → redact → hash → skip if known → summarise → store. Nothing behind the
// redactor ever sees a text that was not redacted.
//
// Start with Pipeline.Run. It needs AcquireLock around it, so that two runs
// never work at once.
package ingest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"jezero/connectors"
	"jezero/redact"
	"jezero/server"
)

// Connector is one place that sessions are read from.
type Connector struct {
	Name     string
	Agent    connectors.Agent
	Root     string
	Settle   time.Duration // a file must be quiet for this long; 0 means DefaultSettle
	Interval time.Duration // between runs with RunOptions.Due; 0 means DefaultInterval
	// Exclude lists globs (doublestar) of what is not read. A glob with a slash
	// is matched against the source's key and its absolute path; one without
	// against every folder and file name on the way; "project:GLOB" against the
	// session's project.
	Exclude []string
	Trust   server.Trust
	Enabled bool
}

// Defaults of a connector.
const (
	DefaultSettle   = 30 * time.Minute
	DefaultInterval = 15 * time.Minute
)

// Redactor is what the pipeline needs of *redact.Redactor.
type Redactor interface {
	String(s string) string
	Find(src []byte) []redact.Finding
	Version() string
}

// Pipeline holds what a run needs. A Pipeline is not changed by running.
type Pipeline struct {
	Store      server.Writer // a server.BatchWriter is written to in batches
	Redactor   Redactor
	Summarizer server.Summarizer
	// Project makes a project name of a working folder.
	Project func(cwd string) string
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Progress is called while a run goes on, from several goroutines but never
	// at the same time. May be nil.
	Progress func(Event)
	// MaxConcurrency bounds the summariser's calls that are under way at once;
	// 0 means 4.
	MaxConcurrency int
}

// RunOptions says what to run.
type RunOptions struct {
	Due   bool // skip connectors whose interval has not passed
	Quiet bool // take files as quiet whatever their age
	// Pilot > 0 reads this many sessions of each connector, enabled or not,
	// newest first, reports what would be stored (EventPreview) and stores
	// nothing.
	Pilot int
}

// EventKind says what an Event is about.
type EventKind string

const (
	EventStart   EventKind = "start"   // a connector was listed; Sources is how many will be read
	EventSource  EventKind = "source"  // a source was read
	EventStored  EventKind = "stored"  // segments were stored
	EventPreview EventKind = "preview" // what would be stored, in a pilot
	EventEnd     EventKind = "end"     // a connector is done
)

// Event tells how a run goes on. Run holds the counts so far.
type Event struct {
	Kind      EventKind
	Connector string
	Sources   int // to read
	Waiting   int // new or changed, and not quiet for long enough yet
	Done      int // read
	Bytes     int64
	Run       server.Run
	Segment   *server.Segment // EventPreview
	Summary   server.Summary  // EventPreview
}

// Run runs each connector that is enabled, one after the other. A connector
// that fails never stops the others: what went wrong stands in its Run. The
// error is for what concerns all: a cancelled context, or a store that cannot
// record runs.
func (p *Pipeline) Run(ctx context.Context, list []Connector, o RunOptions) ([]server.Run, error) {
	var runs []server.Run
	var errs []error
	for i := range list {
		c := &list[i]
		if !c.Enabled && o.Pilot == 0 {
			continue
		}
		if ctx.Err() != nil {
			break
		}
		if o.Due && o.Pilot == 0 {
			due, err := p.due(ctx, c)
			if err != nil {
				errs = append(errs, fmt.Errorf("connector %s: %w", c.Name, err))
				continue
			}
			if !due {
				continue
			}
		}
		run := p.runOne(ctx, c, o)
		runs = append(runs, run)
		if o.Pilot > 0 {
			continue
		}
		// A run that was interrupted is recorded too.
		if err := p.Store.RecordRun(context.WithoutCancel(ctx), run); err != nil {
			errs = append(errs, fmt.Errorf("connector %s: %w", c.Name, err))
		}
	}
	return runs, errors.Join(append(errs, ctx.Err())...)
}

// due reports whether the connector's interval has passed since its last run
// began. A clock that was set back does not keep it from running.
func (p *Pipeline) due(ctx context.Context, c *Connector) (bool, error) {
	log, ok := p.Store.(server.RunLog)
	if !ok {
		return true, nil
	}
	last, ok, err := log.LastRun(ctx, c.Name)
	if err != nil || !ok {
		return true, err
	}
	interval := c.Interval
	if interval == 0 {
		interval = DefaultInterval
	}
	since := p.now().Sub(last.StartedAt)
	return since >= interval || since < 0, nil
}

func (p *Pipeline) now() time.Time {
	if p.Now != nil {
		return p.Now()
	}
	return time.Now()
}
