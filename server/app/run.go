package app

import (
	"context"
	"errors"
	"fmt"

	"jezero/server"
	"jezero/server/ingest"
	"jezero/server/sqlite"
	"jezero/server/summarize"
)

// RunOptions says what Run reads.
type RunOptions struct {
	Names    []string // connectors; none means all
	Due      bool     // only those whose interval has passed
	Quiet    bool     // files count as quiet whatever their age
	Progress func(ingest.Event)
}

// Run reads what is new into the library, and removes uploads that are too old.
func (l *Library) Run(ctx context.Context, o RunOptions) (runs []server.Run, err error) {
	list, err := l.choose(o.Names, false)
	if err != nil {
		return nil, err
	}
	// After the run, so that what arrived in time was read, but whatever became
	// of it: uploads are not kept for longer because something is broken.
	defer func() {
		if ctx.Err() == nil && !errors.Is(err, ingest.ErrBusy) {
			_, retainErr := l.retain(ctx)
			err = errors.Join(err, retainErr)
		}
	}()
	err = l.Write(ctx, func(db *sqlite.DB) error {
		s, err := newSummarizer(l.Config, db)
		if err != nil {
			return err
		}
		runs, err = l.pipeline(db, s, o.Progress).Run(ctx, list, ingest.RunOptions{Due: o.Due, Quiet: o.Quiet})
		return err
	})
	return runs, err
}

// Pilot reads the n newest sessions of each connector named, disabled ones
// too, tells what would be stored and stores nothing: no library is opened,
// and none is made. It asks no model either: with no library there is nowhere
// to count what that takes. JZ-187
func (l *Library) Pilot(ctx context.Context, names []string, n int, preview func(ingest.Event)) ([]server.Run, error) {
	if len(names) == 0 {
		return nil, fmt.Errorf("%w named: a pilot is of the connectors you name", ErrNoConnector)
	}
	list, err := l.choose(names, true)
	if err != nil {
		return nil, err
	}
	p := l.pipeline(nowhere{}, summarize.Extractive{}, preview)
	return p.Run(ctx, list, ingest.RunOptions{Pilot: n})
}

// nowhere is a store that knows nothing and keeps nothing.
type nowhere struct{}

func (nowhere) Known(context.Context, string, string, string) (bool, error) { return false, nil }
func (nowhere) Put(context.Context, *server.Segment, server.Summary, string) (server.Item, error) {
	return server.Item{}, nil
}
func (nowhere) Cursor(context.Context, string) (map[string]string, error) { return nil, nil }
func (nowhere) Advance(context.Context, string, map[string]string) error  { return nil }
func (nowhere) RecordRun(context.Context, server.Run) error               { return nil }
