// Package hermes reads the sessions of Hermes Agent: its database, the
// transcripts and snapshots of older versions, and exports of the database.
package hermes

import (
	"context"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"jezero/connectors"
	"jezero/connectors/sqlitestore"
)

// Agent reads Hermes.
type Agent struct{}

// New returns the agent.
func New() Agent { return Agent{} }

// ID is "hermes".
func (Agent) ID() string { return "hermes" }

// Roots are HERMES_HOME and ~/.hermes.
func (Agent) Roots(env connectors.Env) []string {
	var roots []string
	if dir := env.Getenv("HERMES_HOME"); dir != "" {
		roots = append(roots, dir)
	}
	return append(roots, filepath.Join(env.Home, ".hermes"))
}

var (
	uploadPath = regexp.MustCompile(`\A(?:profiles/[A-Za-z0-9_-]{1,64}/)?(?:export/[A-Za-z0-9_-]{1,128}\.json|sessions/(?:\d{8}_\d{6}_[0-9a-f]{6,16}\.jsonl|session_\d{8}_\d{6}_[0-9a-f]{6,16}\.json))\z`)
	database   = regexp.MustCompile(`\A(?:profiles/[^/]+/)?state\.db\z`)
	wanted     = regexp.MustCompile(`\A(?:profiles(?:/[^/]+(?:/(?:sessions|export))?)?|sessions|export)\z`)
)

// UploadPath accepts transcripts, snapshots and exports; a database is never sent.
func (Agent) UploadPath(p string) bool { return connectors.SafePath(p) && uploadPath.MatchString(p) }

// Sources lists the sessions, each once: the database wins over an export,
// that over a transcript, that over a snapshot.
func (a Agent) Sources(ctx context.Context, root string) ([]connectors.Source, []connectors.Warning, error) {
	files, warns, err := connectors.Walk(ctx, root, []string{"."}, wanted.MatchString, func(rel string) bool {
		return database.MatchString(rel) || a.UploadPath(rel)
	})
	if err != nil {
		return nil, nil, err
	}
	taken := map[string]bool{} // profile folder and session id
	var out []connectors.Source
	for _, f := range files {
		if path.Base(f.Key) != "state.db" {
			continue
		}
		chains, err := listDatabase(ctx, f)
		if err != nil {
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			warns = append(warns, sqlitestore.Warning(f.Path, err))
			continue
		}
		if chains == nil {
			warns = append(warns, connectors.Warning{Path: f.Path, What: warnSchema})
			continue
		}
		for _, c := range chains {
			for _, id := range c.members {
				taken[profile(f.Key)+id] = true
			}
			if !c.skip {
				out = append(out, c.source)
			}
		}
	}
	for _, rank := range []string{"export", ".jsonl", ".json"} {
		for _, f := range files {
			if kind(f.Key) != rank {
				continue
			}
			if key := profile(f.Key) + fileID(f.Key); !taken[key] {
				taken[key] = true
				out = append(out, f)
			}
		}
	}
	slices.SortFunc(out, func(a, b connectors.Source) int { return strings.Compare(a.Key, b.Key) })
	return out, warns, nil
}

const warnSchema = "format not understood: no known tables in the database"

// profile is the part of a key that names the profile, "" for the default one.
func profile(key string) string {
	if rest, ok := strings.CutPrefix(key, "profiles/"); ok {
		name, _, _ := strings.Cut(rest, "/")
		return "profiles/" + name + "/"
	}
	return ""
}

func kind(key string) string {
	switch {
	case path.Base(key) == "state.db":
		return "db"
	case connectors.IsExport(key):
		return "export"
	}
	return path.Ext(key)
}

func fileID(key string) string {
	id := strings.TrimSuffix(strings.TrimSuffix(path.Base(key), "l"), ".json")
	if kind(key) == ".json" {
		id = strings.TrimPrefix(id, "session_")
	}
	return id
}

// Read reads one session.
func (a Agent) Read(ctx context.Context, root string, src connectors.Source, emit func(*connectors.Session) error) (connectors.Report, error) {
	var rep connectors.Report
	var s *connectors.Session
	var err error
	switch {
	case connectors.InDatabase(src.Key):
		s, err = readDatabase(ctx, src, &rep)
		if err != nil && ctx.Err() == nil {
			rep.Warnings = append(rep.Warnings, sqlitestore.Warning(src.Path, err))
			return rep, nil
		}
	case connectors.IsExport(src.Key):
		return rep, connectors.ReadExport(ctx, a.ID(), src, &rep, emit)
	case strings.HasSuffix(src.Key, ".jsonl"):
		s, err = readTranscript(ctx, src, &rep)
	default:
		s = readSnapshot(src, &rep)
		err = ctx.Err()
	}
	if err != nil || s == nil {
		return rep, err
	}
	return rep, emit(s)
}
