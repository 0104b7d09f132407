package ingest

import (
	"context"
	"errors"
	"fmt"

	"jezero/connectors"
)

// SessionProject is the project that a session has by today's rules.
type SessionProject struct {
	Session string // as items carry it
	Project string
}

// Projects reads every source of a connector that is still there, whatever its
// cursor says, and yields the project of each session. Nothing is stored. The
// warnings name what could not be read; done is told after each source.
func (p *Pipeline) Projects(ctx context.Context, c *Connector, done func(sources, total int), yield func(SessionProject) error) (warnings []connectors.Warning, err error) {
	exclude, err := newExclusion(c.Exclude)
	if err != nil {
		return nil, err
	}
	sources, warnings, err := c.Agent.Sources(ctx, c.Root)
	if errors.Is(err, connectors.ErrNoRoot) {
		return warnings, fmt.Errorf("%w: %s", err, c.Root)
	}
	if err != nil {
		return warnings, fmt.Errorf("listing sources: %w", err)
	}
	label := cleaner{redactor: p.Redactor, counts: map[string]int{}}
	for i := range sources {
		s := &sources[i]
		if exclude.source(s) {
			continue
		}
		sent := sidecarProject(s.Path)
		report, err := readSafely(ctx, c, *s, func(sess *connectors.Session) error {
			name := sent
			if name == "" && p.Project != nil {
				name = p.Project(sess.CWD)
			}
			if exclude.project(name) {
				return nil
			}
			return yield(SessionProject{Session: label.session(sess, split(sess.Messages), s.ModTime), Project: label.label(name)})
		})
		if ctx.Err() != nil {
			return warnings, ctx.Err()
		}
		var stop yieldError
		if errors.As(err, &stop) {
			return warnings, stop.error
		}
		if err != nil {
			report.Warnings = append(report.Warnings, connectors.Warning{Path: s.Key, What: err.Error()})
		}
		warnings = append(warnings, report.Warnings...)
		if done != nil {
			done(i+1, len(sources))
		}
	}
	return warnings, nil
}

// yieldError tells yield's errors from the connector's.
type yieldError struct{ error }

// readSafely reads a source. A panic of the connector is an error that holds
// no input.
func readSafely(ctx context.Context, c *Connector, s connectors.Source, emit func(*connectors.Session) error) (report connectors.Report, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("internal error in connector %s: panic of type %T", c.Name, x)
		}
	}()
	return c.Agent.Read(ctx, c.Root, s, func(sess *connectors.Session) error {
		if err := emit(sess); err != nil {
			return yieldError{err}
		}
		return nil
	})
}
