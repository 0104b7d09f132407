package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"jezero/connectors"
	"jezero/connectors/all"
	"jezero/server/health"
	"jezero/server/sqlite"
)

// AgentDiagnosis is one place where an agent's sessions are, or a connector
// reads them from.
type AgentDiagnosis struct {
	Agent     string     `json:"agent"`
	Root      string     `json:"root"`
	Connector string     `json:"connector,omitempty"` // "" when none reads it
	Enabled   bool       `json:"enabled"`
	Sources   int        `json:"sources"` // files, or sessions of a database
	Newest    *time.Time `json:"newest"`  // change of a source
	// Tried is how many of the newest sources were read as a trial; of them
	// Sessions came out, Notes were made, and Drift sources were not understood.
	Tried    int           `json:"tried"`
	Sessions int           `json:"sessions"`
	Notes    int           `json:"notes"`
	Drift    int           `json:"drift"`
	State    *health.State `json:"state"`     // of the connector
	LastItem *time.Time    `json:"last_item"` // when the newest stored item ended
}

// trials is how many sources of a place Doctor reads.
const trials = 3

// doctorAgents looks at every connector, and at every place where this user's
// agents keep sessions that no connector reads.
func (l *Library) doctorAgents(ctx context.Context, d *Diagnosis, report health.Report) error {
	healthFindings(d, report)
	newest, err := l.newestItems(ctx)
	if err != nil {
		return err
	}
	covered := map[string]bool{}
	for i := range l.connectors {
		c := &l.connectors[i]
		covered[c.Agent.ID()+"\x00"+filepath.Clean(c.Root)] = true
		a := AgentDiagnosis{Agent: c.Agent.ID(), Root: c.Root, Connector: c.Name, Enabled: c.Enabled}
		if at, ok := newest[c.Name]; ok {
			a.LastItem = &at
		}
		for _, h := range report.Connectors {
			if h.Name == c.Name {
				a.State = &h.State
			}
		}
		look(ctx, d, &a, c.Agent)
		d.Agents = append(d.Agents, a)
	}
	for _, s := range FindStores(ctx, l.env) {
		if !s.Found || covered[s.Agent+"\x00"+filepath.Clean(s.Root)] {
			continue
		}
		agent, _ := all.Agent(s.Agent)
		a := AgentDiagnosis{Agent: s.Agent, Root: s.Root}
		look(ctx, d, &a, agent)
		d.Agents = append(d.Agents, a)
		d.add(Note, s.Agent, "sessions in "+s.Root+" are read by no connector", "add a [[connectors]] entry with type and root")
	}
	return ctx.Err()
}

func (l *Library) newestItems(ctx context.Context) (map[string]time.Time, error) {
	out := map[string]time.Time{}
	r, err := l.Reader()
	if errors.Is(err, sqlite.ErrNoLibrary) {
		return out, nil
	}
	if err != nil {
		return out, nil // doctorLibrary tells of it
	}
	defer r.Close()
	list, err := r.Sources(ctx, Everything)
	if err != nil {
		return out, ctx.Err()
	}
	for _, s := range list {
		out[s.Name] = s.Newest.UTC().Truncate(time.Second)
	}
	return out, nil
}

// look lists a place and reads its newest sources as a trial.
func look(ctx context.Context, d *Diagnosis, a *AgentDiagnosis, agent connectors.Agent) {
	about := a.Connector
	if about == "" {
		about = a.Agent
	}
	sources, warnings, err := safeSources(ctx, agent, a.Root)
	switch {
	case errors.Is(err, connectors.ErrNoRoot):
		if a.Enabled {
			d.add(Bad, about, "there is no folder "+a.Root, "correct root, or set enabled = false")
		}
		return
	case err != nil:
		d.add(Bad, about, "its sessions cannot be listed: "+err.Error(), "")
		return
	}
	for _, w := range warnings {
		d.add(Bad, about, w.Path+": "+w.What, "")
	}
	a.Sources = len(sources)
	for range min(trials, len(sources)) {
		newest := 0
		for i := range sources {
			if sources[i].ModTime.After(sources[newest].ModTime) {
				newest = i
			}
		}
		s := sources[newest]
		sources[newest] = sources[len(sources)-1]
		sources = sources[:len(sources)-1]
		if a.Newest == nil {
			at := s.ModTime.UTC().Truncate(time.Second)
			a.Newest = &at
		}
		try(ctx, d, a, about, agent, s)
	}
}

func try(ctx context.Context, d *Diagnosis, a *AgentDiagnosis, about string, agent connectors.Agent, s connectors.Source) {
	a.Tried++
	report, n, err := safeRead(ctx, agent, a.Root, s)
	a.Sessions += n
	a.Notes += len(report.Notes)
	if err != nil {
		report.Warnings = append(report.Warnings, connectors.Warning{Path: s.Key, What: err.Error()})
	}
	if len(report.Warnings) > 0 {
		a.Drift++
		w := report.Warnings[0]
		d.add(Bad, about, fmt.Sprintf("%s cannot be read or understood: %s", w.Path, w.What), "its cursor is held, so nothing is lost; a newer jezero may know the format")
	}
}

// A connector that panics must not end the look at the others; what was
// panicked with may hold input.

func safeSources(ctx context.Context, agent connectors.Agent, root string) (list []connectors.Source, warnings []connectors.Warning, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("internal error in connector %s: panic of type %T", agent.ID(), x)
		}
	}()
	return agent.Sources(ctx, root)
}

func safeRead(ctx context.Context, agent connectors.Agent, root string, s connectors.Source) (report connectors.Report, sessions int, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("internal error in connector %s: panic of type %T", agent.ID(), x)
		}
	}()
	report, err = agent.Read(ctx, root, s, func(*connectors.Session) error {
		sessions++
		return ctx.Err()
	})
	return report, sessions, err
}
