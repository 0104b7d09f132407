// Package claudecode reads the transcripts of Claude Code: JSONL files below
// ~/.claude/projects, one for each session and one for each of its subagents.
package claudecode

import (
	"context"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"jezero/connectors"
)

// Agent reads Claude Code. Make it with New; it is safe for concurrent use.
type Agent struct {
	mu      sync.Mutex
	heads   map[string]head    // by file, see copies.go
	folders map[string]*folder // by path
}

// New returns the agent.
func New() *Agent { return &Agent{heads: map[string]head{}, folders: map[string]*folder{}} }

// ID is "claude-code".
func (*Agent) ID() string { return "claude-code" }

// Roots are the folder of CLAUDE_CONFIG_DIR, ~/.claude and ~/.config/claude.
func (*Agent) Roots(env connectors.Env) []string {
	var roots []string
	if dir := env.Getenv("CLAUDE_CONFIG_DIR"); dir != "" {
		roots = append(roots, dir)
	}
	return append(roots, filepath.Join(env.Home, ".claude"), filepath.Join(env.Home, ".config", "claude"))
}

const uuidRE = `[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}`

var uploadPath = regexp.MustCompile(`\Aprojects/[A-Za-z0-9-]{1,255}/(?:` + uuidRE + `\.jsonl|agent-[A-Za-z0-9]{4,64}\.jsonl|` +
	uuidRE + `/subagents/(?:workflows/[A-Za-z0-9_-]{1,64}/)?agent-[A-Za-z0-9_-]{1,64}\.jsonl)\z`)

// UploadPath accepts session and subagent transcripts.
func (*Agent) UploadPath(p string) bool { return connectors.SafePath(p) && uploadPath.MatchString(p) }

// Sources lists session and subagent transcripts.
func (a *Agent) Sources(ctx context.Context, root string) ([]connectors.Source, []connectors.Warning, error) {
	into := func(rel string) bool { return path.Base(rel) != "tool-results" }
	return connectors.Walk(ctx, root, []string{"projects"}, into, a.UploadPath)
}

// Read reads one transcript. Records that a fork or a resume copied from an
// older file of the same project are left to that file; branches that were
// rewound are dropped.
func (a *Agent) Read(ctx context.Context, root string, src connectors.Source, emit func(*connectors.Session) error) (connectors.Report, error) {
	var rep connectors.Report
	t := newTranscript(src, &rep)
	if err := connectors.ReadJSONL(ctx, src.Path, &rep, t.record); err != nil {
		return rep, err
	}
	if !t.subagentFile {
		copied, err := a.copied(ctx, src, t)
		if err != nil {
			return rep, err
		}
		t.drop(copied)
	}
	for _, s := range t.sessions() {
		if err := emit(s); err != nil {
			return rep, err
		}
	}
	return rep, nil
}

// identity is what a file's name says: the session's id and, for a
// subagent's file, the session that spawned it.
func identity(file string) (id, parent string, subagent bool) {
	slash := filepath.ToSlash(file)
	stem := strings.TrimSuffix(path.Base(slash), ".jsonl")
	agent, ok := strings.CutPrefix(stem, "agent-")
	if !ok {
		return stem, "", false
	}
	dir := path.Dir(slash)
	if path.Base(path.Dir(dir)) == "workflows" {
		dir = path.Dir(path.Dir(dir))
	}
	if path.Base(dir) == "subagents" {
		parent = path.Base(path.Dir(dir))
	}
	return agent, parent, true
}
