// Package gemini reads the chats of Gemini CLI: the older JSON objects and
// the JSONL journals that are replayed.
package gemini

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"jezero/connectors"
)

// Agent reads Gemini CLI.
type Agent struct{}

// New returns the agent.
func New() Agent { return Agent{} }

// ID is "gemini".
func (Agent) ID() string { return "gemini" }

// Roots is ~/.gemini.
func (Agent) Roots(env connectors.Env) []string {
	return []string{filepath.Join(env.Home, ".gemini")}
}

var (
	uploadPath = regexp.MustCompile(`\A(?:projects\.json|tmp/[A-Za-z0-9._-]{1,128}/(?:\.project_root|chats/session-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-[A-Za-z0-9_-]{1,8}\.jsonl?|chats/[A-Za-z0-9_-]{1,128}/[A-Za-z0-9_-]{1,128}\.jsonl))\z`)
	chat       = regexp.MustCompile(`\Atmp/([^/]+)/chats/(?:([^/]+)/)?[^/]+\.jsonl?\z`)
)

// UploadPath accepts chats and the side files that name the project.
func (Agent) UploadPath(p string) bool { return connectors.SafePath(p) && uploadPath.MatchString(p) }

// Sources lists the chats. A chat that was resumed is moved from .json to
// .jsonl; where both are there, the journal is read.
func (a Agent) Sources(ctx context.Context, root string) ([]connectors.Source, []connectors.Warning, error) {
	all, warns, err := connectors.Walk(ctx, root, []string{"tmp"}, nil, func(rel string) bool {
		return chat.MatchString(rel) && a.UploadPath(rel)
	})
	if err != nil {
		return nil, nil, err
	}
	there := map[string]bool{}
	for _, s := range all {
		there[s.Key] = true
	}
	kept := slices.DeleteFunc(all, func(s connectors.Source) bool {
		return strings.HasSuffix(s.Key, ".json") && there[s.Key+"l"]
	})
	return kept, warns, nil
}

// Read reads one chat.
func (a Agent) Read(ctx context.Context, root string, src connectors.Source, emit func(*connectors.Session) error) (connectors.Report, error) {
	var rep connectors.Report
	where := chat.FindStringSubmatch(src.Key)
	if where == nil {
		rep.Warn(src.Path, connectors.WarnFormat)
		return rep, nil
	}
	j := newJournal(&rep)
	if strings.HasSuffix(src.Key, ".json") {
		j.object(src)
	} else if err := connectors.ReadJSONL(ctx, src.Path, &rep, j.record); err != nil {
		return rep, err
	}
	if err := ctx.Err(); err != nil {
		return rep, err
	}
	id := j.meta.SessionID
	if id == "" {
		id = strings.TrimSuffix(strings.TrimSuffix(path.Base(src.Key), "l"), ".json")
	}
	b := connectors.NewBuilder(id, src, &rep)
	b.Session.Parent = where[2]
	b.Session.Started = connectors.Time(j.meta.StartTime)
	if b.Session.CWD = project(root, where[1]); b.Session.CWD == "" && len(j.meta.Directories) > 0 {
		b.Session.CWD = j.meta.Directories[0]
	}
	for _, m := range j.messages {
		for _, out := range m.said {
			b.Add(out)
		}
	}
	if s := b.Done(src.ModTime); s != nil {
		return rep, emit(s)
	}
	return rep, nil
}

// project is the folder of a project id: the id is the folder's hash, or a
// short name that projects.json and .project_root resolve.
func project(root, id string) string {
	if dir := strings.TrimSpace(string(connectors.ReadSide(root, "tmp/"+id+"/.project_root"))); dir != "" && !strings.Contains(dir, "\n") {
		return dir
	}
	var p struct {
		Projects map[string]string `json:"projects"`
	}
	if json.Unmarshal(connectors.ReadSide(root, "projects.json"), &p) != nil {
		return ""
	}
	best := ""
	for dir, name := range p.Projects {
		sum := sha256.Sum256([]byte(dir))
		if (name == id || hex.EncodeToString(sum[:]) == id) && (best == "" || dir < best) {
			best = dir
		}
	}
	return best
}
