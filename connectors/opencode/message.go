package opencode

import (
	"encoding/json"
	"strings"
	"time"

	"jezero/connectors"
)

// session is what the generations tell about a session.
type session struct {
	ID        string `json:"-"`
	ParentID  string `json:"parentID"`
	Directory string `json:"directory"`
	Title     string `json:"title"`
	Time      struct {
		Created int64 `json:"created"`
		Updated int64 `json:"updated"`
	} `json:"time"`
	Revert *revert `json:"revert"`
}

// revert is where the user took the conversation back to: that message and
// all after it are undone, or only the parts from PartID on.
type revert struct {
	MessageID string `json:"messageID"`
	PartID    string `json:"partID"`
}

// message is the envelope of parts.
type message struct {
	ID      string          `json:"-"`
	Role    string          `json:"role"`
	Mode    string          `json:"mode"`
	Summary json.RawMessage `json:"summary"` // true on a recap; an object on others
	Time    struct {
		Created int64 `json:"created"`
	} `json:"time"`
	parts []part
}

// part is a piece of a message.
type part struct {
	ID        string `json:"-"`
	Type      string `json:"type"`
	Text      string `json:"text"`
	Synthetic bool   `json:"synthetic"`
	Ignored   bool   `json:"ignored"`
	Tool      string `json:"tool"`
	CallID    string `json:"callID"`
	State     struct {
		Input json.RawMessage `json:"input"`
	} `json:"state"`
	Time struct {
		Start int64 `json:"start"`
	} `json:"time"`
	at   int64  // of the row
	line string // about a tool call: only that is kept, not what the call would write
}

// shrink reduces a tool part to the line about it.
func (p *part) shrink() {
	if p.Type == "tool" {
		p.line = connectors.ToolLine(p.Tool, p.State.Input)
		p.State.Input = nil
	}
}

// builder starts a session.
func (s *session) builder(src connectors.Source, rep *connectors.Report) *connectors.Builder {
	b := connectors.NewBuilder(s.ID, src, rep)
	b.Session.Parent, b.Session.CWD = s.ParentID, s.Directory
	b.Session.Started = connectors.Millis(s.Time.Created)
	// Titles that OpenCode gives before it has one.
	if !strings.HasPrefix(s.Title, "New session - ") && !strings.HasPrefix(s.Title, "Child session - ") {
		b.Session.Title = s.Title
	}
	return b
}

// undone reports whether the message was taken back.
func (s *session) undone(id string) bool {
	return s.Revert != nil && s.Revert.MessageID != "" &&
		(id > s.Revert.MessageID || id == s.Revert.MessageID && s.Revert.PartID == "")
}

// add adds what a message says.
func (s *session) add(b *connectors.Builder, m *message) {
	if s.undone(m.ID) || m.Mode == "compaction" || string(m.Summary) == "true" {
		return
	}
	role := connectors.Assistant
	if m.Role == "user" {
		role = connectors.User
	} else if m.Role != "assistant" {
		return
	}
	for _, p := range m.parts {
		if p.Type == "compaction" && role == connectors.User {
			return
		}
	}
	for _, p := range m.parts {
		if s.Revert != nil && m.ID == s.Revert.MessageID && s.Revert.PartID != "" && p.ID >= s.Revert.PartID {
			return
		}
		at := m.Time.Created
		for _, t := range []int64{p.at, p.Time.Start} {
			if t > 0 {
				at = t
			}
		}
		out := connectors.Message{ID: p.ID, Role: role, Time: connectors.Millis(at)}
		switch {
		case p.Type == "text" && !p.Synthetic && !p.Ignored:
			out.Text = p.Text
		case p.Type == "tool":
			out.Role, out.Text = connectors.Tool, p.line
		default:
			continue
		}
		b.Add(out)
	}
}

// v2 is the data of a session_message.
type v2 struct {
	Text    string `json:"text"`
	Command string `json:"command"`
	Content []struct {
		Type  string `json:"type"`
		ID    string `json:"id"`
		Text  string `json:"text"`
		Name  string `json:"name"`
		State struct {
			Input json.RawMessage `json:"input"`
		} `json:"state"`
	} `json:"content"`
}

// knownV2 are the types of session_message.
var knownV2 = map[string]bool{
	"user": true, "assistant": true, "system": true, "synthetic": true, "shell": true, "compaction": true, "idle": true,
}

// addV2 adds what a session_message says.
func addV2(b *connectors.Builder, id, typ string, at time.Time, d *v2) {
	switch typ {
	case "user":
		b.Add(connectors.Message{ID: id, Role: connectors.User, Time: at, Text: d.Text})
	case "shell":
		b.Add(connectors.Message{ID: id, Role: connectors.Tool, Time: at, Text: connectors.ToolLine("!", []byte(d.Command))})
	case "assistant":
		var text []string
		flush := func() {
			if len(text) > 0 {
				// The first text of a message has its id, so that a copy is known.
				b.Add(connectors.Message{ID: id, Role: connectors.Assistant, Time: at, Text: strings.Join(text, "\n\n")})
				text, id = nil, id+"+"
			}
		}
		for _, c := range d.Content {
			switch c.Type {
			case "text":
				text = append(text, c.Text)
			case "tool":
				flush()
				call := c.ID
				if call != "" {
					call = strings.TrimRight(id, "+") + "/" + call
				}
				b.Add(connectors.Message{ID: call, Role: connectors.Tool, Time: at, Text: connectors.ToolLine(c.Name, c.State.Input)})
			}
		}
		flush()
	}
}
