// Package aider reads the chat histories of Aider, a Markdown file in each
// repository.
package aider

import (
	"context"
	"errors"
	"io"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"jezero/connectors"
)

// Agent reads Aider.
type Agent struct{}

// New returns the agent.
func New() Agent { return Agent{} }

// ID is "aider".
func (Agent) ID() string { return "aider" }

// Roots are the folders below which people keep repositories: Aider has no
// store of its own.
func (Agent) Roots(env connectors.Env) []string {
	var roots []string
	for _, dir := range []string{"", "code", "src", "projects", "dev", "repos", "work", "git"} {
		roots = append(roots, filepath.Join(env.Home, dir))
	}
	return roots
}

var uploadPath = regexp.MustCompile(`\A[A-Za-z0-9][A-Za-z0-9._-]{0,127}/\.aider\.chat\.history\.md\z`)

// UploadPath accepts the history of a repository that stands in the root.
func (Agent) UploadPath(p string) bool { return connectors.SafePath(p) && uploadPath.MatchString(p) }

// Sources lists the histories of the repositories in the root.
func (a Agent) Sources(ctx context.Context, root string) ([]connectors.Source, []connectors.Warning, error) {
	into := func(rel string) bool { return !strings.Contains(rel, "/") && !strings.HasPrefix(rel, ".") }
	return connectors.Walk(ctx, root, []string{"."}, into, a.UploadPath)
}

const header = "# aider chat started at "

// Read reads one history: a session for each start of Aider. A session has
// one time, that of its start, in the computer's own zone.
func (Agent) Read(ctx context.Context, root string, src connectors.Source, emit func(*connectors.Session) error) (connectors.Report, error) {
	var rep connectors.Report
	f, _, err := connectors.Open(src.Path)
	if err != nil {
		rep.Warnings = append(rep.Warnings, connectors.Unreadable(src.Path, err))
		return rep, nil
	}
	defer f.Close()
	repo := path.Dir(src.Key)
	var p *parser
	starts := map[string]int{}
	finish := func() error {
		if p == nil {
			return nil
		}
		p.flush()
		if s := p.b.Done(src.ModTime); s != nil {
			return emit(s)
		}
		return nil
	}
	lines := connectors.NewLineReader(f)
	any := false
	for {
		line, err := lines.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			rep.Warnings = append(rep.Warnings, connectors.Unreadable(src.Path, err))
			break
		}
		if line.No&63 == 1 && ctx.Err() != nil {
			return rep, ctx.Err()
		}
		if line.Long {
			rep.Note(line.No, line.Offset, connectors.NoteLongRecord)
			continue
		}
		text := strings.TrimRight(string(line.Data), " \t\r")
		any = any || text != ""
		if at, ok := strings.CutPrefix(text, header); ok && (p == nil || p.fence == "") {
			if err := finish(); err != nil {
				return rep, err
			}
			rep.Records++
			id := repo + "/" + strings.NewReplacer(" ", "T", ":", "-").Replace(stampOnly(at))
			if starts[id]++; starts[id] > 1 {
				id += "-" + strconv.Itoa(starts[id])
			}
			p = &parser{b: connectors.NewBuilder(id, src, &rep)}
			// Only the repository's name: where it stands differs between the
			// computer that sends the file and the one that reads it.
			p.b.Session.CWD = repo
			if t, err := time.ParseInLocation("2006-01-02 15:04:05", at, time.Local); err == nil {
				p.at = t.UTC()
			}
			continue
		}
		if p != nil {
			p.line(text)
		}
	}
	if any && p == nil {
		rep.Records++
		rep.Warn(src.Path, connectors.WarnFormat)
	}
	return rep, finish()
}

// stampOnly keeps what a time is written with, so that an id never carries
// anything else of the file.
func stampOnly(s string) string {
	var b strings.Builder
	for _, r := range s[:min(len(s), 40)] {
		if r >= '0' && r <= '9' || r == '-' || r == ':' || r == ' ' {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// parser tells the lines of one session apart: "#### " the user, "> " the
// program, anything else the model. A code block is the model's, whatever its
// lines look like.
type parser struct {
	b     *connectors.Builder
	at    time.Time
	role  connectors.Role
	text  []string
	size  int
	fence string // the backticks that close the block
}

func (p *parser) line(l string) {
	if p.fence != "" {
		p.put(connectors.Assistant, l)
		if strings.TrimSpace(l) == p.fence {
			p.fence = ""
		}
		return
	}
	switch {
	case strings.HasPrefix(l, "#### ") || l == "####":
		p.put(connectors.User, strings.TrimPrefix(strings.TrimPrefix(l, "####"), " "))
	case strings.HasPrefix(l, "> ") || l == ">":
		p.flush()
		if did := strings.TrimPrefix(l, "> "); telling(did) {
			p.b.Add(connectors.Message{Role: connectors.Tool, Time: p.at, Text: connectors.ToolLine("aider", []byte(did))})
		}
	case l == "" && p.role == connectors.User:
		p.flush()
	case l == "" && p.role == "":
	default:
		if ticks := l[:len(l)-len(strings.TrimLeft(l, "`"))]; len(ticks) >= 3 {
			p.fence = ticks
		}
		p.put(connectors.Assistant, l)
	}
}

// telling lines of the program say what was done.
func telling(l string) bool {
	for _, p := range []string{"Applied edit to ", "Commit ", "Running ", "Added ", "Create ", "Creating empty file "} {
		if strings.HasPrefix(l, p) {
			return true
		}
	}
	return false
}

func (p *parser) put(role connectors.Role, l string) {
	if p.role != role {
		p.flush()
		p.role = role
	}
	if p.size += len(l) + 1; p.size <= connectors.MaxDialogue {
		p.text = append(p.text, l)
	}
}

func (p *parser) flush() {
	if p.role != "" {
		p.b.Add(connectors.Message{Role: p.role, Time: p.at, Text: strings.Join(p.text, "\n")})
	}
	p.role, p.text, p.size = "", nil, 0
}
