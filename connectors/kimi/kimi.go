// Package kimi reads the sessions of Kimi Code and of the older Kimi CLI:
// wire logs from which the messages are put together.
package kimi

import (
	"context"
	"encoding/json"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"jezero/connectors"
)

// Agent reads Kimi.
type Agent struct{}

// New returns the agent.
func New() Agent { return Agent{} }

// ID is "kimi".
func (Agent) ID() string { return "kimi" }

// Roots are ~/.kimi-code and, of the older program, ~/.kimi.
func (Agent) Roots(env connectors.Env) []string {
	return []string{filepath.Join(env.Home, ".kimi-code"), filepath.Join(env.Home, ".kimi")}
}

var (
	uploadPath = regexp.MustCompile(`\Asessions/[A-Za-z0-9_-]{1,128}/[A-Za-z0-9_-]{1,128}/(?:state\.json|wire\.jsonl|agents/(?:main|agent-[0-9a-z]{1,16})/wire\.jsonl)\z`)
	wirePath   = regexp.MustCompile(`\Asessions/[^/]+/([^/]+)/(?:wire\.jsonl|agents/([^/]+)/wire\.jsonl)\z`)
)

// UploadPath accepts wire logs and the state beside them.
func (Agent) UploadPath(p string) bool { return connectors.SafePath(p) && uploadPath.MatchString(p) }

// Sources lists the wire logs. A session of the newer program has one for
// each agent.
func (a Agent) Sources(ctx context.Context, root string) ([]connectors.Source, []connectors.Warning, error) {
	all, warns, err := connectors.Walk(ctx, root, []string{"sessions"}, nil, func(rel string) bool {
		return wirePath.MatchString(rel) && a.UploadPath(rel)
	})
	if err != nil {
		return nil, nil, err
	}
	newer := map[string]bool{}
	for _, s := range all {
		if dir, ok := strings.CutSuffix(s.Key, "/agents/main/wire.jsonl"); ok {
			newer[dir] = true
		}
	}
	all = slices.DeleteFunc(all, func(s connectors.Source) bool {
		return !strings.Contains(s.Key, "/agents/") && newer[path.Dir(s.Key)]
	})
	return all, warns, nil
}

// state is the file beside the logs.
type state struct {
	Title   string `json:"title"`
	WorkDir string `json:"workDir"`
	CWD     string `json:"cwd"`
}

// Read reads one log.
func (Agent) Read(ctx context.Context, root string, src connectors.Source, emit func(*connectors.Session) error) (connectors.Report, error) {
	var rep connectors.Report
	where := wirePath.FindStringSubmatch(src.Key)
	if where == nil {
		rep.Warn(src.Path, connectors.WarnFormat)
		return rep, nil
	}
	session, agent := where[1], where[2]
	dir := path.Dir(src.Key)
	id, parent := session, ""
	if agent != "" {
		dir = path.Dir(path.Dir(dir))
		if agent != "main" {
			id, parent = session+"/"+agent, session
		}
	}
	w := &wire{b: connectors.NewBuilder(id, src, &rep)}
	w.b.Session.Parent = parent
	if err := connectors.ReadJSONL(ctx, src.Path, &rep, w.record); err != nil {
		return rep, err
	}
	w.flush()
	var st state
	if json.Unmarshal(connectors.ReadSide(root, dir+"/state.json"), &st) == nil {
		if parent == "" && st.Title != "Untitled" {
			w.b.Session.Title = st.Title
		}
		if st.CWD != "" {
			w.b.Session.CWD = st.CWD
		} else if st.WorkDir != "" {
			w.b.Session.CWD = st.WorkDir
		}
	}
	if s := w.b.Done(src.ModTime); s != nil {
		return rep, emit(s)
	}
	return rep, nil
}
