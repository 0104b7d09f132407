// Package copilot reads the event logs of GitHub Copilot CLI.
package copilot

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

// Agent reads Copilot CLI.
type Agent struct{}

// New returns the agent.
func New() Agent { return Agent{} }

// ID is "copilot".
func (Agent) ID() string { return "copilot" }

// Roots are COPILOT_HOME and ~/.copilot.
func (Agent) Roots(env connectors.Env) []string {
	var roots []string
	if dir := env.Getenv("COPILOT_HOME"); dir != "" {
		roots = append(roots, dir)
	}
	return append(roots, filepath.Join(env.Home, ".copilot"))
}

var uploadPath = regexp.MustCompile(`\Asession-state/[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}(?:\.jsonl|/events\.jsonl)\z`)

// UploadPath accepts event logs.
func (Agent) UploadPath(p string) bool { return connectors.SafePath(p) && uploadPath.MatchString(p) }

// Sources lists the event logs; the newer form, a folder for each session,
// wins over the older file.
func (a Agent) Sources(ctx context.Context, root string) ([]connectors.Source, []connectors.Warning, error) {
	all, warns, err := connectors.Walk(ctx, root, []string{"session-state"}, func(rel string) bool { return strings.Count(rel, "/") < 2 }, a.UploadPath)
	if err != nil {
		return nil, nil, err
	}
	folder := map[string]bool{}
	for _, s := range all {
		if path.Base(s.Key) == "events.jsonl" {
			folder[path.Dir(s.Key)] = true
		}
	}
	kept := slices.DeleteFunc(all, func(s connectors.Source) bool {
		return folder[strings.TrimSuffix(s.Key, ".jsonl")]
	})
	return kept, warns, nil
}

type event struct {
	Type      string          `json:"type"`
	ID        string          `json:"id"`
	Timestamp string          `json:"timestamp"`
	Data      json.RawMessage `json:"data"`
}

type data struct {
	SessionID string `json:"sessionId"`
	StartTime string `json:"startTime"`
	Context   struct {
		CWD    string `json:"cwd"`
		Branch string `json:"branch"`
	} `json:"context"`
	Content          string          `json:"content"`
	Source           string          `json:"source"`
	ParentToolCallID string          `json:"parentToolCallId"`
	ToolCallID       string          `json:"toolCallId"`
	ToolName         string          `json:"toolName"`
	Arguments        json.RawMessage `json:"arguments"`
	Title            string          `json:"title"`
	EventIDs         []string        `json:"eventIds"`
	UpToEventID      string          `json:"upToEventId"`
	ToolRequests     []struct {
		ToolCallID string          `json:"toolCallId"`
		Name       string          `json:"name"`
		Arguments  json.RawMessage `json:"arguments"`
	} `json:"toolRequests"`
}

// said is what an event says, in the session itself or in that of a subagent.
type said struct {
	event string
	sub   string // the tool call that runs the subagent
	msgs  []connectors.Message
}

// Read reads one log; subagents become sessions of their own.
func (Agent) Read(ctx context.Context, root string, src connectors.Source, emit func(*connectors.Session) error) (connectors.Report, error) {
	var rep connectors.Report
	var start data
	var list []said
	title, held := "", 0
	err := connectors.ReadJSONL(ctx, src.Path, &rep, func(line connectors.Line) (connectors.Verdict, error) {
		var e event
		if json.Unmarshal(line.Data, &e) != nil {
			if json.Valid(line.Data) {
				return connectors.Unknown, nil
			}
			return connectors.Bad, nil
		}
		family, _, ok := strings.Cut(e.Type, ".")
		if !ok && e.Type != "abort" || !families[family] {
			return connectors.Unknown, nil
		}
		var d data
		if len(e.Data) > 0 && json.Unmarshal(e.Data, &d) != nil {
			return connectors.Unknown, nil
		}
		switch e.Type {
		case "session.start", "session.resume":
			if start.SessionID == "" && d.SessionID != "" {
				start.SessionID, start.StartTime = d.SessionID, d.StartTime
			}
			if start.Context.CWD == "" {
				start.Context = d.Context
			}
		case "session.title_changed":
			title = d.Title
		case "session.snapshot_rewind":
			list = rewind(list, &d)
		default:
			s := said{event: e.ID, sub: d.ParentToolCallID, msgs: e.messages(&d)}
			for _, m := range s.msgs {
				held += len(m.Text)
			}
			if len(s.msgs) > 0 && held <= 2*connectors.MaxDialogue { // beyond, the builder notes it
				list = append(list, s)
			}
		}
		return connectors.Understood, nil
	})
	if err != nil {
		return rep, err
	}
	id := start.SessionID
	if id == "" {
		if id = strings.TrimSuffix(path.Base(src.Key), ".jsonl"); id == "events" {
			id = path.Base(path.Dir(src.Key))
		}
	}
	builders := map[string]*connectors.Builder{}
	var order []*connectors.Builder
	for _, s := range list {
		b := builders[s.sub]
		if b == nil {
			b = connectors.NewBuilder(id, src, &rep)
			b.Session.CWD, b.Session.Branch = start.Context.CWD, start.Context.Branch
			if s.sub == "" {
				b.Session.Title, b.Session.Started = title, connectors.Time(start.StartTime)
			} else {
				b.Session.ID, b.Session.Parent = id+"/"+s.sub, id
			}
			builders[s.sub] = b
			order = append(order, b)
		}
		for _, m := range s.msgs {
			b.Add(m)
		}
	}
	for _, b := range order {
		if s := b.Done(src.ModTime); s != nil {
			if err := emit(s); err != nil {
				return rep, err
			}
		}
	}
	return rep, nil
}

// families are the first words of the event types that are known.
var families = map[string]bool{
	"session": true, "user": true, "assistant": true, "tool": true, "system": true, "hook": true, "subagent": true, "skill": true,
	"permission": true, "external_tool": true, "abort": true, "pending_messages": true, "command": true, "mcp": true, "user_input": true,
	"elicitation": true, "sampling": true, "auto_mode_switch": true,
}

// messages is what an event says. A tool call stands in the message that asks
// for it and in the event of its start; the call's id makes one of them.
func (e *event) messages(d *data) []connectors.Message {
	at := connectors.Time(e.Timestamp)
	switch e.Type {
	case "user.message":
		if d.Source != "" && d.Source != "user" {
			return nil // what skills, hooks and the program put in
		}
		text := connectors.Cut(d.Content, "system-reminder", "current_datetime", "reminder", "system_notification")
		return []connectors.Message{{ID: e.ID, Role: connectors.User, Time: at, Text: text}}
	case "assistant.message":
		var out []connectors.Message
		if d.Content != "" {
			out = append(out, connectors.Message{ID: e.ID, Role: connectors.Assistant, Time: at, Text: d.Content})
		}
		for _, r := range d.ToolRequests {
			out = append(out, connectors.Message{ID: r.ToolCallID, Role: connectors.Tool, Time: at, Text: connectors.ToolLine(r.Name, r.Arguments)})
		}
		return out
	case "tool.execution_start":
		return []connectors.Message{{ID: d.ToolCallID, Role: connectors.Tool, Time: at, Text: connectors.ToolLine(d.ToolName, d.Arguments)}}
	}
	return nil
}

// maxBack is how far back a rewind looks, in events.
const maxBack = 10_000

// rewind takes events back: those that are named, or the named one and all
// after it.
func rewind(list []said, d *data) []said {
	from := max(0, len(list)-maxBack)
	if len(d.EventIDs) > 0 {
		gone := map[string]bool{}
		for _, id := range d.EventIDs {
			gone[id] = true
		}
		tail := slices.DeleteFunc(list[from:], func(s said) bool { return gone[s.event] })
		return list[:from+len(tail)]
	}
	for i := len(list) - 1; i >= from && d.UpToEventID != ""; i-- {
		if list[i].event == d.UpToEventID {
			return list[:i]
		}
	}
	return list
}
