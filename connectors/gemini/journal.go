package gemini

import (
	"encoding/json"
	"strings"

	"jezero/connectors"
)

// meta is the first record of a journal, and the top of the older object.
type meta struct {
	SessionID   string   `json:"sessionId"`
	ProjectHash string   `json:"projectHash"`
	StartTime   string   `json:"startTime"`
	Directories []string `json:"directories"`
}

// message is one message in either form.
type message struct {
	ID             string          `json:"id"`
	Timestamp      string          `json:"timestamp"`
	Type           string          `json:"type"`
	Content        json.RawMessage `json:"content"`
	DisplayContent json.RawMessage `json:"displayContent"`
	ToolCalls      []struct {
		ID   string          `json:"id"`
		Name string          `json:"name"`
		Args json.RawMessage `json:"args"`
	} `json:"toolCalls"`
}

// journal replays the records of a chat.
type journal struct {
	rep      *connectors.Report
	meta     meta
	messages []replayed
	held     int
}

type replayed struct {
	id   string
	said []connectors.Message
}

func newJournal(rep *connectors.Report) *journal { return &journal{rep: rep} }

// record takes one line: the last version of a message wins, $set replaces
// messages as a whole, $rewindTo takes a message and all after it back; an id
// that is not there takes all back, as the program itself does.
func (j *journal) record(line connectors.Line) (connectors.Verdict, error) {
	var r struct {
		message
		meta
		Set      json.RawMessage `json:"$set"`
		RewindTo *string         `json:"$rewindTo"`
	}
	if json.Unmarshal(line.Data, &r) != nil {
		if json.Valid(line.Data) {
			return connectors.Unknown, nil
		}
		return connectors.Bad, nil
	}
	switch {
	case r.RewindTo != nil:
		at := len(j.messages) - 1
		for at > 0 && j.messages[at].id != *r.RewindTo {
			at--
		}
		j.cut(max(at, 0))
	case r.Set != nil:
		var set struct {
			Directories []string  `json:"directories"`
			Messages    []message `json:"messages"`
		}
		if json.Unmarshal(r.Set, &set) != nil {
			return connectors.Unknown, nil
		}
		if set.Directories != nil {
			j.meta.Directories = set.Directories
		}
		if set.Messages != nil {
			j.cut(0)
			for i := range set.Messages {
				j.add(&set.Messages[i])
			}
		}
	case r.message.Type != "":
		if !known[r.message.Type] {
			return connectors.Unknown, nil
		}
		j.add(&r.message)
	case r.meta.SessionID != "":
		j.meta = r.meta
	default:
		return connectors.Unknown, nil
	}
	return connectors.Understood, nil
}

// object reads the older form: one JSON object.
func (j *journal) object(src connectors.Source) {
	b, err := connectors.ReadFile(src.Path)
	if err != nil {
		j.rep.Warnings = append(j.rep.Warnings, connectors.Unreadable(src.Path, err))
		return
	}
	var o struct {
		meta
		Messages []message `json:"messages"`
	}
	if json.Unmarshal(b, &o) != nil || o.SessionID == "" && o.Messages == nil {
		j.rep.Records++
		j.rep.Warn(src.Path, connectors.WarnFormat)
		return
	}
	j.meta = o.meta
	understood := 0
	for i := range o.Messages {
		j.rep.Records++
		if known[o.Messages[i].Type] {
			understood++
			j.add(&o.Messages[i])
		}
	}
	if len(o.Messages) > 0 && understood == 0 {
		j.rep.Warn(src.Path, connectors.WarnFormat)
	}
}

var known = map[string]bool{"user": true, "gemini": true, "info": true, "warning": true, "error": true}

// cut takes back all messages from the i-th on.
func (j *journal) cut(i int) {
	for _, m := range j.messages[i:] {
		j.held -= m.size()
	}
	j.messages = j.messages[:i]
}

func (r *replayed) size() (n int) {
	for _, m := range r.said {
		n += len(m.Text)
	}
	return n
}

func (j *journal) add(m *message) {
	r := replayed{id: m.ID, said: m.say()}
	at := len(j.messages)
	// A message that is written again is nearly always the last one.
	for i := len(j.messages) - 1; i >= 0 && m.ID != "" && i > len(j.messages)-200; i-- {
		if j.messages[i].id == m.ID {
			at = i
			break
		}
	}
	old := 0
	if at < len(j.messages) {
		old = j.messages[at].size()
	}
	if j.held-old+r.size() > 2*connectors.MaxDialogue {
		return // the builder notes that the session is too long
	}
	j.held += r.size() - old
	if at < len(j.messages) {
		j.messages[at] = r
		return
	}
	j.messages = append(j.messages, r)
}

// say is what a message says.
func (m *message) say() []connectors.Message {
	at := connectors.Time(m.Timestamp)
	var out []connectors.Message
	switch m.Type {
	case "user":
		text := content(m.DisplayContent)
		if strings.TrimSpace(text) == "" {
			text = content(m.Content)
		}
		if text = spoken(text); text != "" {
			out = append(out, connectors.Message{ID: m.ID, Role: connectors.User, Time: at, Text: text})
		}
	case "gemini":
		if text := content(m.Content); text != "" {
			out = append(out, connectors.Message{ID: m.ID, Role: connectors.Assistant, Time: at, Text: text})
		}
		for _, c := range m.ToolCalls {
			id := c.ID
			if id != "" {
				id = m.ID + "/" + id
			}
			out = append(out, connectors.Message{ID: id, Role: connectors.Tool, Time: at, Text: connectors.ToolLine(c.Name, c.Args)})
		}
	}
	return out
}

// content is the text of a string, a part, or a list of parts and strings.
func content(raw json.RawMessage) string {
	if len(raw) == 0 {
		return ""
	}
	switch raw[0] {
	case '"':
		var s string
		_ = json.Unmarshal(raw, &s)
		return s
	case '{':
		var p struct {
			Text    string `json:"text"`
			Thought bool   `json:"thought"`
		}
		if json.Unmarshal(raw, &p) != nil || p.Thought {
			return ""
		}
		return p.Text
	case '[':
		var list []json.RawMessage
		_ = json.Unmarshal(raw, &list)
		var text []string
		for _, r := range list {
			if len(r) > 0 && r[0] != '[' {
				if t := content(r); strings.TrimSpace(t) != "" {
					text = append(text, t)
				}
			}
		}
		return strings.Join(text, "\n")
	}
	return ""
}

// spoken leaves out what the program says in the user's place: the set-up of
// the context, and recaps after a compression.
func spoken(s string) string {
	if connectors.StartsWith(s, "This is the Gemini CLI. We are setting up the context", "<session_context>",
		"<state_snapshot>", "<compressed_chat_history>") {
		return ""
	}
	return connectors.Cut(s, "system-reminder")
}
