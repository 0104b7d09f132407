package hermes

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"jezero/connectors"
)

// message is a message in any of the stores.
type message struct {
	ID         string          `json:"-"`
	Role       string          `json:"role"`
	Content    json.RawMessage `json:"content"`
	ToolCalls  json.RawMessage `json:"tool_calls"`
	Timestamp  json.RawMessage `json:"timestamp"`
	Display    string          `json:"display_kind"`
	Compressed json.RawMessage `json:"_compressed_summary"`
	Platform   string          `json:"platform"` // of the session_meta line
	at         time.Time
}

type toolCall struct {
	ID       string `json:"id"`
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
}

// adder adds messages to a session. Compaction copies what it keeps, so a
// message that was said before at the same moment is a copy.
type adder struct {
	b    *connectors.Builder
	seen map[seenKey]bool
}

type seenKey struct {
	role, text string
	at         int64
}

func newAdder(b *connectors.Builder) *adder { return &adder{b: b, seen: map[seenKey]bool{}} }

// injected are the beginnings of what Hermes puts into the user's mouth.
var injected = []string{
	"[CONTEXT COMPACTION", "[CONTEXT SUMMARY", "[SYSTEM", "[System note", "[IMPORTANT: ", "Review the conversation above and ",
}

func (a *adder) add(m *message) {
	text := decode(m.Content)
	calls := m.calls()
	if m.Role != "user" && m.Role != "assistant" || m.Display == "hidden" || truthy(m.Compressed) {
		return
	}
	key := seenKey{m.Role, text, m.at.UnixMilli()}
	if len(calls) > 0 {
		key.text += "\x00" + calls[0].ID
	}
	if !m.at.IsZero() {
		if a.seen[key] {
			return
		}
		a.seen[key] = true
	}
	role := connectors.Assistant
	if m.Role == "user" {
		role = connectors.User
		if connectors.StartsWith(text, injected...) {
			return
		}
	}
	a.b.Add(connectors.Message{ID: m.ID, Role: role, Time: m.at, Text: text})
	if role == connectors.User {
		return
	}
	for _, c := range calls {
		a.b.Add(connectors.Message{ID: c.ID, Role: connectors.Tool, Time: m.at, Text: connectors.ToolLine(c.Function.Name, c.Function.Arguments)})
	}
}

// calls reads tool calls, which are JSON, or JSON inside a string.
func (m *message) calls() []toolCall {
	raw := m.ToolCalls
	var s string
	if json.Unmarshal(raw, &s) == nil {
		raw = json.RawMessage(s)
	}
	var list []toolCall
	_ = json.Unmarshal(raw, &list)
	return list
}

func truthy(raw json.RawMessage) bool {
	s := strings.TrimSpace(string(raw))
	return s != "" && s != "0" && s != "null" && s != "false"
}

// jsonMark stands in front of content that is not text but JSON.
const jsonMark = "\x00json:"

// decode is the text of a message's content: text, or parts of which those
// with text count, as JSON or as JSON inside a marked string.
func decode(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return parts(raw)
	}
	if inner, ok := strings.CutPrefix(s, jsonMark); ok {
		if json.Unmarshal([]byte(inner), &s) == nil {
			return s
		}
		return parts([]byte(inner))
	}
	// Before the mark there was none.
	if t := strings.TrimSpace(s); strings.HasPrefix(t, `[{"type"`) {
		if p := parts([]byte(t)); p != "" {
			return p
		}
	}
	return s
}

func parts(raw []byte) string {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		return ""
	}
	var text []string
	for _, r := range list {
		var p struct {
			Type string `json:"type"`
			Text string `json:"text"`
		}
		if json.Unmarshal(r, &p) == nil && (p.Type == "text" || p.Type == "input_text" || p.Type == "output_text") && p.Text != "" {
			text = append(text, p.Text)
		}
	}
	return strings.Join(text, "\n\n")
}

// stamp reads a time: ISO text without a zone, which is local time, or
// seconds.
func stamp(raw json.RawMessage) time.Time {
	var f float64
	if json.Unmarshal(raw, &f) == nil {
		return connectors.Seconds(f)
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return time.Time{}
	}
	return isoTime(s)
}

func isoTime(s string) time.Time {
	if t := connectors.Time(s); !t.IsZero() {
		return t
	}
	for _, layout := range []string{"2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999"} {
		if t, err := time.ParseInLocation(layout, s, time.Local); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

// unattended are the platforms on which nobody talks: schedulers and
// subagents.
var unattended = map[string]bool{"cron": true, "scheduler": true, "scheduled": true, "tool": true, "subagent": true, "batch": true}

// readTranscript reads the JSONL form.
func readTranscript(ctx context.Context, src connectors.Source, rep *connectors.Report) (*connectors.Session, error) {
	b := connectors.NewBuilder(fileID(src.Key), src, rep)
	a := newAdder(b)
	alone := false
	err := connectors.ReadJSONL(ctx, src.Path, rep, func(line connectors.Line) (connectors.Verdict, error) {
		var m message
		if json.Unmarshal(line.Data, &m) != nil {
			if json.Valid(line.Data) {
				return connectors.Unknown, nil
			}
			return connectors.Bad, nil
		}
		m.at = stamp(m.Timestamp)
		switch m.Role {
		case "session_meta":
			alone = alone || unattended[m.Platform]
			b.Session.Started = m.at
		case "user", "assistant":
			a.add(&m)
		case "tool", "system":
		default:
			return connectors.Unknown, nil
		}
		return connectors.Understood, nil
	})
	if err != nil || alone {
		return nil, err
	}
	return b.Done(src.ModTime), nil
}

// readSnapshot reads the form that is one JSON object.
func readSnapshot(src connectors.Source, rep *connectors.Report) *connectors.Session {
	raw, err := connectors.ReadFile(src.Path)
	if err != nil {
		rep.Warnings = append(rep.Warnings, connectors.Unreadable(src.Path, err))
		return nil
	}
	var o struct {
		SessionID string            `json:"session_id"`
		Platform  string            `json:"platform"`
		Start     string            `json:"session_start"`
		Messages  []json.RawMessage `json:"messages"`
	}
	if json.Unmarshal(raw, &o) != nil || o.SessionID == "" && o.Messages == nil {
		rep.Records++
		rep.Warn(src.Path, connectors.WarnFormat)
		return nil
	}
	if unattended[o.Platform] {
		return nil
	}
	b := connectors.NewBuilder(fileID(src.Key), src, rep)
	a := newAdder(b)
	start := isoTime(o.Start)
	b.Session.Started = start
	known := 0
	for _, r := range o.Messages {
		rep.Records++
		var m message
		if json.Unmarshal(r, &m) != nil {
			rep.Note(0, 0, connectors.NoteBadRecord)
			continue
		}
		if m.Role != "" {
			known++
		}
		if m.at = stamp(m.Timestamp); m.at.IsZero() && len(b.Session.Messages) == 0 {
			m.at = start
		}
		a.add(&m)
	}
	if len(o.Messages) > 0 && known == 0 {
		rep.Warn(src.Path, connectors.WarnFormat)
	}
	return b.Done(src.ModTime)
}
