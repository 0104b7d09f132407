// Package amp reads the threads of Amp, one JSON object each. Newer builds
// keep threads on Amp's server and write none.
package amp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"jezero/connectors"
)

// Agent reads Amp.
type Agent struct{}

// New returns the agent.
func New() Agent { return Agent{} }

// ID is "amp".
func (Agent) ID() string { return "amp" }

// Roots is the thread folder of the data folder.
func (Agent) Roots(env connectors.Env) []string {
	data := env.Getenv("XDG_DATA_HOME")
	if data == "" {
		data = filepath.Join(env.Home, ".local", "share")
	}
	return []string{filepath.Join(data, "amp", "threads")}
}

var uploadPath = regexp.MustCompile(`\AT-[0-9A-Za-z-]{8,64}\.json\z`)

// UploadPath accepts threads.
func (Agent) UploadPath(p string) bool { return connectors.SafePath(p) && uploadPath.MatchString(p) }

// Sources lists the threads.
func (a Agent) Sources(ctx context.Context, root string) ([]connectors.Source, []connectors.Warning, error) {
	return connectors.Walk(ctx, root, []string{"."}, func(string) bool { return false }, a.UploadPath)
}

type thread struct {
	ID      string `json:"id"`
	Created int64  `json:"created"`
	Title   string `json:"title"`
	Env     struct {
		Initial struct {
			Trees []struct {
				URI        string `json:"uri"`
				Repository struct {
					Ref string `json:"ref"`
				} `json:"repository"`
			} `json:"trees"`
		} `json:"initial"`
	} `json:"env"`
	Messages []json.RawMessage `json:"messages"`
}

type message struct {
	Role      string          `json:"role"`
	MessageID *int64          `json:"messageId"`
	Content   json.RawMessage `json:"content"`
	Meta      struct {
		SentAt int64 `json:"sentAt"`
	} `json:"meta"`
	Usage struct {
		Timestamp string `json:"timestamp"`
	} `json:"usage"`
}

type block struct {
	Type  string          `json:"type"`
	Text  string          `json:"text"`
	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`
}

// Read reads one thread.
func (Agent) Read(ctx context.Context, root string, src connectors.Source, emit func(*connectors.Session) error) (connectors.Report, error) {
	var rep connectors.Report
	if err := ctx.Err(); err != nil {
		return rep, err
	}
	raw, err := connectors.ReadFile(src.Path)
	if err != nil {
		rep.Warnings = append(rep.Warnings, connectors.Unreadable(src.Path, err))
		return rep, nil
	}
	var t thread
	if json.Unmarshal(raw, &t) != nil || t.ID == "" && t.Messages == nil {
		rep.Records++
		rep.Warn(src.Path, connectors.WarnFormat)
		return rep, nil
	}
	id := t.ID
	if id == "" {
		id = strings.TrimSuffix(src.Key, ".json")
	}
	b := connectors.NewBuilder(id, src, &rep)
	b.Session.Title = t.Title
	b.Session.Started = connectors.Millis(t.Created)
	if trees := t.Env.Initial.Trees; len(trees) > 0 {
		b.Session.CWD = connectors.FileURI(trees[0].URI)
		b.Session.Branch = strings.TrimPrefix(trees[0].Repository.Ref, "refs/heads/")
	}
	known := 0
	for i, r := range t.Messages {
		rep.Records++
		var m message
		if json.Unmarshal(r, &m) != nil || m.Role != "user" && m.Role != "assistant" {
			continue
		}
		known++
		n := int64(i)
		if m.MessageID != nil {
			n = *m.MessageID
		}
		at := connectors.Time(m.Usage.Timestamp)
		if m.Meta.SentAt > 0 {
			at = connectors.Millis(m.Meta.SentAt)
		}
		if at.IsZero() && i == 0 {
			at = connectors.Millis(t.Created)
		}
		m.add(b, strconv.FormatInt(n, 10), at)
	}
	if len(t.Messages) > 0 && known == 0 {
		rep.Warn(src.Path, connectors.WarnFormat)
	}
	if s := b.Done(src.ModTime); s != nil {
		return rep, emit(s)
	}
	return rep, nil
}

func (m *message) add(b *connectors.Builder, id string, at time.Time) {
	var text string
	var list []json.RawMessage
	if json.Unmarshal(m.Content, &text) == nil {
		list = nil
	} else if json.Unmarshal(m.Content, &list) != nil {
		return
	}
	role := connectors.Assistant
	if m.Role == "user" {
		role = connectors.User
	}
	said := []string{text}
	var calls []connectors.Message
	for _, r := range list {
		var c block
		if json.Unmarshal(r, &c) != nil {
			continue
		}
		switch c.Type {
		case "text":
			said = append(said, connectors.Clean(connectors.Cut(c.Text, "attached_files", "user-state", "system-reminder")))
		case "tool_use":
			calls = append(calls, connectors.Message{ID: c.ID, Role: connectors.Tool, Time: at, Text: connectors.ToolLine(c.Name, c.Input)})
		}
	}
	b.Add(connectors.Message{ID: id, Role: role, Time: at, Text: strings.Join(said, "\n\n")})
	for _, c := range calls {
		b.Add(c)
	}
}
