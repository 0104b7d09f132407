package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"jezero/server"
	"jezero/server/ingest"
	"jezero/server/sqlite"
	"jezero/server/summarize"
)

// RetagOptions says what Retag does.
type RetagOptions struct {
	Names    []string // connectors, disabled ones too; none means all that are enabled
	DryRun   bool
	Progress func(connector string, done, total int) // sources
}

// RetagResult is what was done.
type RetagResult struct {
	Sessions  int            // read
	Changed   int            // items with another project
	Projects  map[string]int // of them, by their new project
	Forgotten int            // sessions that stay, because their new project was forgotten on purpose
	// Sessions that are stored and were not read, and their items: they keep their
	// project.
	Missing, MissingItems int
	Warnings              []string
	Failed                []string // connectors that could not be read, and sessions that were not what was signed, with the reason
}

// Retag applies today's project rules to what is stored. The rules need the
// working folder, which is not stored, so the sources that are still there are
// read again; items whose source is gone keep their project. Nothing is
// redacted or summarised. It can be interrupted and run again at any time.
func (l *Library) Retag(ctx context.Context, o RetagOptions) (res RetagResult, err error) {
	list, err := l.choose(o.Names, len(o.Names) > 0)
	if err != nil {
		return res, err
	}
	res.Projects = map[string]int{}
	err = l.Change(ctx, func(db *sqlite.DB) error {
		r, err := l.Reader()
		if err != nil {
			return err
		}
		defer r.Close()
		p := l.pipeline(nowhere{}, summarize.Extractive{}, nil)
		missing, err := r.SessionItems(ctx)
		if err != nil {
			return err
		}
		if len(o.Names) > 0 {
			maps.DeleteFunc(missing, func(source string, _ map[string]int) bool { return !slices.Contains(o.Names, source) })
		}
		for i := range list {
			c := &list[i]
			if !c.Enabled && len(o.Names) == 0 {
				continue
			}
			done := func(k, n int) {
				if o.Progress != nil {
					o.Progress(c.Name, k, n)
				}
			}
			var stored error // the library's fault, not the connector's
			warnings, err := p.Projects(ctx, c, done, func(s ingest.SessionProject) error {
				delete(missing[c.Name], s.Session)
				stored = retagSession(ctx, db, r, c.Name, s, o.DryRun, &res)
				return stored
			})
			for _, w := range warnings {
				res.Warnings = append(res.Warnings, fmt.Sprintf("%s: %s: %s", c.Name, w.Path, w.What))
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if stored != nil {
				return stored
			}
			if err != nil {
				res.Failed = append(res.Failed, fmt.Sprintf("%s: %v", c.Name, err))
			}
		}
		for _, sessions := range missing {
			res.Missing += len(sessions)
			for _, items := range sessions {
				res.MissingItems += items
			}
		}
		return nil
	})
	return res, err
}

func retagSession(ctx context.Context, db *sqlite.DB, r *sqlite.Reader, source string, s ingest.SessionProject, dry bool, res *RetagResult) error {
	res.Sessions++
	n, err := r.CountDifferent(ctx, source, s.Session, s.Project)
	if err != nil || n == 0 {
		return err
	}
	if !dry {
		if n, err = db.Retag(ctx, source, s.Session, s.Project); errors.Is(err, server.ErrForgotten) {
			res.Forgotten++
			return nil
		}
		if errors.Is(err, server.ErrTampered) {
			res.Failed = append(res.Failed, fmt.Sprintf("%s: session %s keeps its project: %v", source, s.Session, err))
			return nil
		}
		if err != nil {
			return err
		}
	}
	res.Changed += n
	res.Projects[s.Project] += n
	return nil
}
