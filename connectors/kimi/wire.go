package kimi

import (
	"encoding/json"
	"strings"
	"time"

	"jezero/connectors"
)

// record is one line: of the newer program, or an envelope of the older one.
type record struct {
	Type    string          `json:"type"`
	Time    int64           `json:"time"`
	CWD     string          `json:"cwd"`
	Input   json.RawMessage `json:"input"`
	Origin  *origin         `json:"origin"`
	Message json.RawMessage `json:"message"`
	Event   *event          `json:"event"`
	// Of the older program.
	Timestamp float64 `json:"timestamp"`
}

// origin says who made a message.
type origin struct {
	Kind    string `json:"kind"`
	Trigger string `json:"trigger"`
}

// person reports whether a person typed it; without an origin it is taken so.
func (o *origin) person() bool {
	return o == nil || o.Kind == "" || o.Kind == "user" || o.Trigger == "user-slash"
}

type event struct {
	Type       string          `json:"type"`
	UUID       string          `json:"uuid"`
	Part       part            `json:"part"`
	Name       string          `json:"name"`
	Args       json.RawMessage `json:"args"`
	ToolCallID string          `json:"toolCallId"`
}

type part struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// wire puts messages together.
type wire struct {
	b      *connectors.Builder
	text   []string // pieces of the answer that is being streamed
	size   int
	id     string
	at     time.Time
	pieces map[string]bool // ids of pieces, which are written again on resume
	prompt string          // the last prompt, which its echo in the context repeats
}

var quiet = map[string]bool{
	"metadata": true, "config.update": true, "llm.request": true, "usage.record": true, "goal.update": true, "turn.cancel": true,
	"turn.end": true, "turn.begin": true, "context.clear": true, "context.compact": true, "context.apply_compaction": true,
}

func (w *wire) record(line connectors.Line) (connectors.Verdict, error) {
	var r record
	if json.Unmarshal(line.Data, &r) != nil {
		if json.Valid(line.Data) {
			return connectors.Unknown, nil
		}
		return connectors.Bad, nil
	}
	at := connectors.Millis(r.Time)
	switch r.Type {
	case "turn.prompt", "turn.steer":
		if r.Origin.person() {
			w.user("", texts(r.Input), at)
			w.prompt = texts(r.Input)
		}
	case "context.append_message":
		var m struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
			Origin  *origin         `json:"origin"`
		}
		if json.Unmarshal(r.Message, &m) != nil {
			return connectors.Unknown, nil
		}
		text := texts(m.Content)
		switch {
		case m.Role == "user" && m.Origin.person() && r.Origin.person():
			if text != w.prompt || text == "" {
				w.user("", text, at)
			}
			w.prompt = ""
		case m.Role == "assistant":
			w.flush()
			w.b.Add(connectors.Message{Role: connectors.Assistant, Time: at, Text: text})
		}
	case "context.append_loop_event":
		if r.Event == nil {
			return connectors.Unknown, nil
		}
		w.event(r.Event, at)
	case "config.update":
		if r.CWD != "" {
			w.b.Session.CWD = r.CWD
		}
	case "":
		return w.old(&r), nil
	default:
		if !quiet[r.Type] {
			return connectors.Unknown, nil
		}
	}
	return connectors.Understood, nil
}

func (w *wire) event(e *event, at time.Time) {
	switch e.Type {
	case "content.part":
		if e.Part.Type == "text" {
			w.piece(e.UUID, e.Part.Text, at)
		}
	case "tool.call":
		w.flush()
		id := e.ToolCallID
		if id == "" {
			id = e.UUID
		}
		w.b.Add(connectors.Message{ID: id, Role: connectors.Tool, Time: at, Text: connectors.ToolLine(e.Name, e.Args)})
	case "step.begin", "step.end":
		w.flush()
	}
}

// old reads a record of the older program.
func (w *wire) old(r *record) connectors.Verdict {
	var m struct {
		Type    string `json:"type"`
		Payload struct {
			UserInput json.RawMessage `json:"user_input"`
			Type      string          `json:"type"`
			Text      string          `json:"text"`
			ID        string          `json:"id"`
			Function  struct {
				Name      string          `json:"name"`
				Arguments json.RawMessage `json:"arguments"`
			} `json:"function"`
		} `json:"payload"`
	}
	if json.Unmarshal(r.Message, &m) != nil || m.Type == "" {
		return connectors.Unknown
	}
	at := connectors.Seconds(r.Timestamp)
	switch m.Type {
	case "TurnBegin", "SteerInput":
		w.user("", texts(m.Payload.UserInput), at)
	case "ContentPart":
		if m.Payload.Type == "text" {
			w.piece("", m.Payload.Text, at)
		}
	case "ToolCall":
		w.flush()
		w.b.Add(connectors.Message{ID: m.Payload.ID, Role: connectors.Tool, Time: at, Text: connectors.ToolLine(m.Payload.Function.Name, m.Payload.Function.Arguments)})
	case "StepBegin", "TurnEnd", "StepInterrupted":
		w.flush()
	case "ToolResult", "StatusUpdate", "ToolCallPart", "CompactionBegin", "CompactionEnd", "ApprovalRequest", "ApprovalResponse", "SubagentEvent", "MCPLoadingBegin", "MCPLoadingEnd", "HookTriggered", "HookResolved", "Notification":
	default:
		return connectors.Unknown
	}
	return connectors.Understood
}

func (w *wire) user(id, text string, at time.Time) {
	w.flush()
	text = connectors.Cut(text, "system-reminder", "system", "notification")
	w.b.Add(connectors.Message{ID: id, Role: connectors.User, Time: at, Text: text})
}

// piece adds a piece of the answer, once.
func (w *wire) piece(id, text string, at time.Time) {
	if id != "" {
		if w.pieces[id] {
			return
		}
		if w.pieces == nil {
			w.pieces = map[string]bool{}
		}
		w.pieces[id] = true
	}
	if len(w.text) == 0 {
		w.id, w.at = id, at
	}
	if w.size += len(text); w.size <= connectors.MaxDialogue {
		w.text = append(w.text, text)
	}
}

func (w *wire) flush() {
	if len(w.text) > 0 {
		w.b.Add(connectors.Message{ID: w.id, Role: connectors.Assistant, Time: w.at, Text: strings.Join(w.text, "")})
	}
	w.text, w.size = nil, 0
}

// texts is the text of a string or of a list of parts.
func texts(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var list []json.RawMessage
	_ = json.Unmarshal(raw, &list)
	var out []string
	for _, r := range list {
		var p part
		if json.Unmarshal(r, &p) == nil && p.Type == "text" && p.Text != "" {
			out = append(out, p.Text)
		}
	}
	return strings.Join(out, "\n")
}
