// Package cursor reads the transcripts of Cursor's agents, and the
// conversations in the database of its editor.
package cursor

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

// Agent reads Cursor.
type Agent struct{}

// New returns the agent.
func New() Agent { return Agent{} }

// ID is "cursor".
func (Agent) ID() string { return "cursor" }

// Roots are ~/.cursor, where agents write, and the folder of the editor's
// database.
func (Agent) Roots(env connectors.Env) []string {
	roots := []string{filepath.Join(env.Home, ".cursor")}
	var config string
	switch env.GOOS {
	case "windows":
		config = env.Getenv("APPDATA")
	case "darwin":
		config = filepath.Join(env.Home, "Library", "Application Support")
	default:
		if config = env.Getenv("XDG_CONFIG_HOME"); config == "" {
			config = filepath.Join(env.Home, ".config")
		}
	}
	if config != "" {
		roots = append(roots, filepath.Join(config, "Cursor", "User", "globalStorage"))
	}
	return roots
}

const uuidRE = `[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}`

var uploadPath = regexp.MustCompile(`\Aprojects/[A-Za-z0-9._-]{1,255}/agent-transcripts/(?:` + uuidRE + `/)?(?:subagents/)?` + uuidRE + `\.(?:jsonl|txt)\z`)

// UploadPath accepts agent transcripts; the editor's database is never sent.
func (Agent) UploadPath(p string) bool { return connectors.SafePath(p) && uploadPath.MatchString(p) }

// Sources lists the transcripts, .jsonl before .txt, and the conversations of
// the database.
func (a Agent) Sources(ctx context.Context, root string) ([]connectors.Source, []connectors.Warning, error) {
	all, warns, err := connectors.Walk(ctx, root, []string{"projects"}, func(rel string) bool {
		return strings.Count(rel, "/") < 2 || strings.Contains(rel, "/agent-transcripts")
	}, a.UploadPath)
	if err != nil {
		return nil, nil, err
	}
	there := map[string]bool{}
	for _, s := range all {
		there[s.Key] = true
	}
	all = slices.DeleteFunc(all, func(s connectors.Source) bool {
		stem, txt := strings.CutSuffix(s.Key, ".txt")
		return txt && there[stem+".jsonl"]
	})
	dbs, w, err := connectors.Walk(ctx, root, []string{"."}, func(string) bool { return false }, func(rel string) bool { return rel == "state.vscdb" })
	if err != nil {
		return nil, nil, err
	}
	warns = append(warns, w...)
	for _, db := range dbs {
		list, err := listDatabase(ctx, db)
		if err != nil {
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			warns = append(warns, sqlitestore.Warning(db.Path, err))
			continue
		}
		all = append(all, list...)
	}
	return all, warns, nil
}

// Read reads one transcript or conversation.
func (Agent) Read(ctx context.Context, root string, src connectors.Source, emit func(*connectors.Session) error) (connectors.Report, error) {
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
	case strings.HasSuffix(src.Key, ".txt"):
		s, err = readText(ctx, src, &rep)
	default:
		s, err = readTranscript(ctx, src, &rep)
	}
	if err != nil || s == nil {
		return rep, err
	}
	return rep, emit(s)
}

// identity is what a path says: session, parent, and the project's folder
// name.
func identity(key string) (id, parent, slug string) {
	parts := strings.Split(key, "/")
	base := path.Base(key)
	id = strings.TrimSuffix(strings.TrimSuffix(base, ".jsonl"), ".txt")
	if len(parts) > 1 {
		slug = parts[1]
	}
	if n := len(parts); n >= 5 && parts[n-2] == "subagents" {
		parent = parts[n-3]
	}
	return id, parent, slug
}

// slugOf is how Cursor names a project's folder.
func slugOf(dir string) string {
	dir = strings.Trim(strings.ReplaceAll(dir, `\`, "/"), "/")
	var b strings.Builder
	for _, r := range dir {
		if r == '-' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' {
			b.WriteRune(r)
		} else {
			b.WriteByte('-')
		}
	}
	return b.String()
}

// folder finds the working folder behind a slug, which does not tell '/' from
// '-': the folder above one of the paths that tools were called with. The
// guess, where no path helps, takes a home folder and a usual folder of
// projects off and leaves the rest one name.
func folder(slug string, paths []string) string {
	for _, p := range paths {
		p = strings.ReplaceAll(p, `\`, "/")
		for dir := path.Dir(p + "/x"); dir != "/" && dir != "."; dir = path.Dir(dir) {
			if s := slugOf(dir); s == slug {
				return dir
			} else if len(s) < len(slug) {
				break
			}
		}
	}
	if slug == "" {
		return ""
	}
	for _, home := range []string{"home-", "Users-"} {
		if rest, ok := strings.CutPrefix(slug, home); ok {
			if user, name, ok := strings.Cut(rest, "-"); ok {
				for _, in := range holders {
					if project, ok := strings.CutPrefix(name, in+"-"); ok && project != "" {
						name = in + "/" + project
						break
					}
				}
				return "/" + strings.TrimSuffix(home, "-") + "/" + user + "/" + name
			}
		}
	}
	return "/" + slug
}

// holders are the usual names of folders that hold projects.
var holders = []string{"code", "src", "projects", "repos", "dev", "work", "git", "Documents", "Developer", "workspace"}
