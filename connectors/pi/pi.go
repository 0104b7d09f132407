// Package pi reads the sessions of the pi coding agent: JSONL files whose
// entries form a tree.
package pi

import (
	"context"
	"encoding/json"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"jezero/connectors"
)

// Agent reads pi.
type Agent struct{}

// New returns the agent.
func New() Agent { return Agent{} }

// ID is "pi".
func (Agent) ID() string { return "pi" }

// Roots are PI_CODING_AGENT_DIR and ~/.pi/agent.
func (Agent) Roots(env connectors.Env) []string {
	var roots []string
	if dir := env.Getenv("PI_CODING_AGENT_DIR"); dir != "" {
		roots = append(roots, dir)
	}
	return append(roots, filepath.Join(env.Home, ".pi", "agent"))
}

var uploadPath = regexp.MustCompile(`\Asessions/--[A-Za-z0-9._-]{1,255}--/\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z_[0-9A-Za-z-]{8,64}\.jsonl\z`)

// UploadPath accepts sessions.
func (Agent) UploadPath(p string) bool { return connectors.SafePath(p) && uploadPath.MatchString(p) }

// Sources lists the sessions.
func (a Agent) Sources(ctx context.Context, root string) ([]connectors.Source, []connectors.Warning, error) {
	return connectors.Walk(ctx, root, []string{"sessions"}, nil, a.UploadPath)
}

type record struct {
	Type          string          `json:"type"`
	ID            string          `json:"id"`
	ParentID      string          `json:"parentId"`
	Timestamp     string          `json:"timestamp"`
	CWD           string          `json:"cwd"`
	Version       int             `json:"version"`
	ParentSession string          `json:"parentSession"`
	Name          string          `json:"name"`
	Title         string          `json:"title"`
	Message       json.RawMessage `json:"message"`
}

type message struct {
	Role      string          `json:"role"`
	Content   json.RawMessage `json:"content"`
	Timestamp float64         `json:"timestamp"`
	Command   string          `json:"command"`
}

type block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

type entry struct {
	id, parent string
	said       []connectors.Message
}

// known are the types of entries. A compaction and a branch summary are
// recaps that a model wrote; a custom message is an extension's.
var known = map[string]bool{
	"session": true, "message": true, "model_change": true, "thinking_level_change": true, "compaction": true, "branch_summary": true,
	"custom": true, "custom_message": true, "label": true, "session_info": true, "title": true, "mode_change": true,
}

// Read reads one session: the branch that ends with the last entry. What a
// fork repeats of its parent session is left to that.
func (Agent) Read(ctx context.Context, root string, src connectors.Source, emit func(*connectors.Session) error) (connectors.Report, error) {
	var rep connectors.Report
	stem := strings.TrimSuffix(path.Base(src.Key), ".jsonl")
	_, id, _ := strings.Cut(stem, "_")
	b := connectors.NewBuilder(id, src, &rep)
	var entries []entry
	index := map[string]int{}
	parentFile := ""
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
		switch r.Type {
		case "session":
			b.Session.CWD, b.Session.Started = r.CWD, connectors.Time(r.Timestamp)
			parentFile = path.Base(strings.ReplaceAll(r.ParentSession, `\`, "/"))
			return connectors.Understood, nil
		case "session_info":
			b.Session.Title = r.Name
		case "title":
			if b.Session.Title == "" {
				b.Session.Title = r.Title
			}
			return connectors.Understood, nil
		}
		if _, dup := index[r.ID]; dup && r.ID != "" {
			return connectors.Understood, nil
		}
		e := entry{id: r.ID, parent: r.ParentID}
		if r.Type == "message" && held <= 2*connectors.MaxDialogue { // beyond, the builder notes that the session is too long
			e.said = r.say()
		}
		for _, m := range e.said {
			held += len(m.Text)
		}
		if r.ID != "" {
			index[r.ID] = len(entries)
		}
		entries = append(entries, e)
		return connectors.Understood, nil
	})
	if err != nil {
		return rep, err
	}
	copied, err := idsOf(ctx, root, src, parentFile)
	if err != nil {
		return rep, err
	}
	active := connectors.ActivePath(len(entries), func(i int) (int, bool) {
		e := entries[i]
		if e.parent == "" {
			return -1, e.id == "" // the first version had no ids: a plain list
		}
		p, ok := index[e.parent]
		return p, !ok
	})
	for i, e := range entries {
		if !active[i] || copied[e.id] && e.id != "" {
			continue
		}
		for _, m := range e.said {
			b.Add(m)
		}
	}
	if s := b.Done(src.ModTime); s != nil {
		return rep, emit(s)
	}
	return rep, nil
}

// idsOf collects the entries of the session that this one was forked from,
// when its file stands in the same folder.
func idsOf(ctx context.Context, root string, src connectors.Source, name string) (map[string]bool, error) {
	key := path.Dir(src.Key) + "/" + name
	if name == "" || key == src.Key || !uploadPath.MatchString(key) {
		return nil, nil
	}
	ids := map[string]bool{}
	var rep connectors.Report
	err := connectors.ReadJSONL(ctx, filepath.Join(root, filepath.FromSlash(key)), &rep, func(line connectors.Line) (connectors.Verdict, error) {
		var r struct {
			Type string `json:"type"`
			ID   string `json:"id"`
		}
		if json.Unmarshal(line.Data, &r) == nil && r.Type != "session" && r.ID != "" {
			ids[r.ID] = true
		}
		return connectors.Understood, nil
	})
	return ids, err
}

// say is what a message says.
func (r *record) say() []connectors.Message {
	var m message
	if json.Unmarshal(r.Message, &m) != nil {
		return nil
	}
	at := connectors.Time(r.Timestamp)
	if at.IsZero() {
		at = connectors.Seconds(m.Timestamp / 1000)
	}
	switch m.Role {
	case "bashExecution":
		return []connectors.Message{{ID: r.ID, Role: connectors.Tool, Time: at, Text: connectors.ToolLine("!", []byte(m.Command))}}
	case "user", "assistant":
		return m.say(r.ID, at)
	}
	return nil
}

func (m *message) say(id string, at time.Time) []connectors.Message {
	role := connectors.Assistant
	if m.Role == "user" {
		role = connectors.User
	}
	var s string
	if json.Unmarshal(m.Content, &s) == nil {
		return []connectors.Message{{ID: id, Role: role, Time: at, Text: s}}
	}
	var list []json.RawMessage
	_ = json.Unmarshal(m.Content, &list)
	var text []string
	var calls []connectors.Message
	for _, raw := range list {
		var c block
		if json.Unmarshal(raw, &c) != nil {
			continue
		}
		switch c.Type {
		case "text":
			text = append(text, c.Text)
		case "toolCall":
			call := c.ID
			if call != "" {
				call = id + "/" + call
			}
			calls = append(calls, connectors.Message{ID: call, Role: connectors.Tool, Time: at, Text: connectors.ToolLine(c.Name, c.Arguments)})
		}
	}
	out := []connectors.Message{{ID: id, Role: role, Time: at, Text: strings.Join(text, "\n\n")}}
	return append(out, calls...)
}
