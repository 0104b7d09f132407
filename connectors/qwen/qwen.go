// Package qwen reads the chats of Qwen Code: JSONL files whose records form a
// tree.
package qwen

import (
	"context"
	"encoding/json"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"jezero/connectors"
)

// Agent reads Qwen Code.
type Agent struct{}

// New returns the agent.
func New() Agent { return Agent{} }

// ID is "qwen".
func (Agent) ID() string { return "qwen" }

// Roots is ~/.qwen.
func (Agent) Roots(env connectors.Env) []string {
	return []string{filepath.Join(env.Home, ".qwen")}
}

var uploadPath = regexp.MustCompile(`\Aprojects/[A-Za-z0-9_-]{1,255}/chats/[0-9A-Za-z-]{8,64}\.jsonl\z`)

// UploadPath accepts chats.
func (Agent) UploadPath(p string) bool { return connectors.SafePath(p) && uploadPath.MatchString(p) }

// Sources lists the chats.
func (a Agent) Sources(ctx context.Context, root string) ([]connectors.Source, []connectors.Warning, error) {
	into := func(rel string) bool { return strings.Count(rel, "/") < 2 || path.Base(rel) == "chats" }
	return connectors.Walk(ctx, root, []string{"projects"}, into, a.UploadPath)
}

type record struct {
	UUID       string `json:"uuid"`
	ParentUUID string `json:"parentUuid"`
	SessionID  string `json:"sessionId"`
	Timestamp  string `json:"timestamp"`
	Type       string `json:"type"`
	CWD        string `json:"cwd"`
	GitBranch  string `json:"gitBranch"`
	Message    struct {
		Parts []json.RawMessage `json:"parts"`
	} `json:"message"`
}

type part struct {
	Text         string `json:"text"`
	Thought      bool   `json:"thought"`
	FunctionCall *struct {
		ID   string          `json:"id"`
		Name string          `json:"name"`
		Args json.RawMessage `json:"args"`
	} `json:"functionCall"`
}

type entry struct {
	uuid, parent string
	said         []connectors.Message
}

var known = map[string]bool{"user": true, "assistant": true, "tool_result": true, "system": true}

// Read reads one chat: the branch that ends with the last record.
func (Agent) Read(ctx context.Context, root string, src connectors.Source, emit func(*connectors.Session) error) (connectors.Report, error) {
	var rep connectors.Report
	b := connectors.NewBuilder(strings.TrimSuffix(path.Base(src.Key), ".jsonl"), src, &rep)
	var entries []entry
	index := map[string]int{}
	held := 0
	err := connectors.ReadJSONL(ctx, src.Path, &rep, func(line connectors.Line) (connectors.Verdict, error) {
		var r record
		if json.Unmarshal(line.Data, &r) != nil {
			if json.Valid(line.Data) {
				return connectors.Unknown, nil
			}
			return connectors.Bad, nil
		}
		if !known[r.Type] {
			return connectors.Unknown, nil
		}
		if _, dup := index[r.UUID]; dup && r.UUID != "" {
			return connectors.Understood, nil
		}
		if b.Session.CWD == "" {
			b.Session.CWD, b.Session.Branch = r.CWD, r.GitBranch
		}
		e := entry{uuid: r.UUID, parent: r.ParentUUID}
		if held <= 2*connectors.MaxDialogue { // beyond, the builder notes that the session is too long
			e.said = r.say()
		}
		for _, m := range e.said {
			held += len(m.Text)
		}
		if r.UUID != "" {
			index[r.UUID] = len(entries)
		}
		entries = append(entries, e)
		return connectors.Understood, nil
	})
	if err != nil {
		return rep, err
	}
	active := connectors.ActivePath(len(entries), func(i int) (int, bool) {
		e := entries[i]
		if e.parent == "" {
			return -1, e.uuid == ""
		}
		p, ok := index[e.parent]
		return p, !ok
	})
	for i, e := range entries {
		if active[i] {
			for _, m := range e.said {
				b.Add(m)
			}
		}
	}
	if s := b.Done(src.ModTime); s != nil {
		return rep, emit(s)
	}
	return rep, nil
}

// say is what a record says.
func (r *record) say() []connectors.Message {
	at := connectors.Time(r.Timestamp)
	role := connectors.User
	if r.Type == "assistant" {
		role = connectors.Assistant
	} else if r.Type != "user" {
		return nil
	}
	var text []string
	var calls []connectors.Message
	for i, raw := range r.Message.Parts {
		var p part
		if json.Unmarshal(raw, &p) != nil || p.Thought {
			continue
		}
		if f := p.FunctionCall; f != nil {
			calls = append(calls, connectors.Message{ID: r.UUID + "/" + strconv.Itoa(i), Role: connectors.Tool, Time: at, Text: connectors.ToolLine(f.Name, f.Args)})
			continue
		}
		if role == connectors.User {
			if connectors.StartsWith(p.Text, "This is the Qwen Code. We are setting up the context", "<session_context>", "<state_snapshot>") {
				continue
			}
			p.Text = connectors.Cut(p.Text, "system-reminder")
		}
		if t := connectors.Clean(p.Text); t != "" {
			text = append(text, t)
		}
	}
	var out []connectors.Message
	if len(text) > 0 {
		out = append(out, connectors.Message{ID: r.UUID, Role: role, Time: at, Text: strings.Join(text, "\n\n")})
	}
	return append(out, calls...)
}
