// Package opencode reads the sessions of OpenCode in its three generations:
// JSON files below storage, the database with message and part tables, and
// the database with session_message. Where a session is in several, the
// newest generation wins.
package opencode

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

// Agent reads OpenCode.
type Agent struct{}

// New returns the agent.
func New() Agent { return Agent{} }

// ID is "opencode".
func (Agent) ID() string { return "opencode" }

// Roots are the folder of OPENCODE_DB, the XDG data folder's opencode and, on
// Windows, the one in the local application data.
func (Agent) Roots(env connectors.Env) []string {
	var roots []string
	if db := env.Getenv("OPENCODE_DB"); filepath.IsAbs(db) {
		roots = append(roots, filepath.Dir(db))
	}
	data := env.Getenv("XDG_DATA_HOME")
	if data == "" {
		data = filepath.Join(env.Home, ".local", "share")
	}
	roots = append(roots, filepath.Join(data, "opencode"))
	if local := env.Getenv("LOCALAPPDATA"); env.GOOS == "windows" && local != "" {
		roots = append(roots, filepath.Join(local, "opencode"))
	}
	return roots
}

var (
	uploadPath = regexp.MustCompile(`\A(?:storage/(?:project/[A-Za-z0-9_-]{1,80}|session/[A-Za-z0-9_-]{1,80}/ses_[A-Za-z0-9]{1,60}|message/ses_[A-Za-z0-9]{1,60}/msg_[A-Za-z0-9]{1,60}|part/msg_[A-Za-z0-9]{1,60}/prt_[A-Za-z0-9]{1,60})\.json|export/ses_[A-Za-z0-9]{1,60}\.json)\z`)
	database   = regexp.MustCompile(`\Aopencode(?:-[A-Za-z0-9._-]+)?\.db\z`)
	sessionDoc = regexp.MustCompile(`\Astorage/session/[^/]+/(ses_[A-Za-z0-9]+)\.json\z`)
)

// UploadPath accepts the JSON files and exports; a database is never sent.
func (Agent) UploadPath(p string) bool { return connectors.SafePath(p) && uploadPath.MatchString(p) }

// Sources lists the sessions, each once.
func (a Agent) Sources(ctx context.Context, root string) ([]connectors.Source, []connectors.Warning, error) {
	if err := connectors.HaveRoot(root); err != nil {
		return nil, nil, err
	}
	taken := map[string]bool{}
	var out []connectors.Source
	add := func(id string, src connectors.Source) {
		if !taken[id] {
			taken[id] = true
			out = append(out, src)
		}
	}
	dbs, warns, err := connectors.Walk(ctx, root, []string{"."}, func(string) bool { return false }, database.MatchString)
	if err != nil {
		return nil, nil, err
	}
	// The database that was written last is asked first.
	slices.SortStableFunc(dbs, func(a, b connectors.Source) int { return b.ModTime.Compare(a.ModTime) })
	for _, db := range dbs {
		list, err := listDatabase(ctx, db)
		if err != nil {
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			warns = append(warns, sqlitestore.Warning(db.Path, err))
			continue
		}
		if list == nil {
			warns = append(warns, connectors.Warning{Path: db.Path, What: warnSchema})
			continue
		}
		for _, src := range list {
			add(connectors.SessionIn(src.Key), src)
		}
	}
	exports, w, err := connectors.Walk(ctx, root, []string{"export"}, nil, a.UploadPath)
	if err != nil {
		return nil, nil, err
	}
	warns = append(warns, w...)
	for _, src := range exports {
		add(strings.TrimSuffix(path.Base(src.Key), ".json"), src)
	}
	docs, w, err := listFiles(ctx, root, taken)
	if err != nil {
		return nil, nil, err
	}
	warns = append(warns, w...)
	for _, src := range docs {
		add(strings.TrimSuffix(path.Base(src.Key), ".json"), src)
	}
	slices.SortFunc(out, func(a, b connectors.Source) int { return strings.Compare(a.Key, b.Key) })
	return out, warns, nil
}

const warnSchema = "format not understood: no known tables in the database"

// Read reads one session.
func (a Agent) Read(ctx context.Context, root string, src connectors.Source, emit func(*connectors.Session) error) (connectors.Report, error) {
	var rep connectors.Report
	if connectors.IsExport(src.Key) {
		return rep, connectors.ReadExport(ctx, a.ID(), src, &rep, emit)
	}
	var s *connectors.Session
	var err error
	if connectors.InDatabase(src.Key) {
		s, err = readDatabase(ctx, src, &rep)
		if err != nil && ctx.Err() == nil {
			rep.Warnings = append(rep.Warnings, sqlitestore.Warning(src.Path, err))
			return rep, nil
		}
	} else {
		s, err = readFiles(ctx, root, src, &rep)
	}
	if err != nil || s == nil {
		return rep, err
	}
	return rep, emit(s)
}
