package claudecode

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"jezero/connectors"
)

// entry is a record as far as it is kept: its place in the tree and what was
// said in it.
type entry struct {
	uuid, parent string
	key          string // "" for the session itself, else the sidechain's key
	at           time.Time
	api          string // message.id: several lines may be one answer
	closed       bool   // the answer was complete with this line
	queued       bool   // typed while a tool ran
	prompt       bool   // the user said something
	said         []connectors.Message
}

// transcript collects the records of one file.
type transcript struct {
	src          connectors.Source
	rep          *connectors.Report
	id, parent   string
	subagentFile bool
	cwd, branch  string
	custom, ai   string
	summaries    map[string]string // leaf uuid → summary
	entries      []entry
	index        map[string]int // uuid → entries
	held         int            // bytes of dialogue kept
	full         bool
	firstUUID    string
	loose        time.Time // the first record without a uuid: those are never copied
}

func newTranscript(src connectors.Source, rep *connectors.Report) *transcript {
	id, parent, sub := identity(src.Path)
	return &transcript{src: src, rep: rep, id: id, parent: parent, subagentFile: sub, summaries: map[string]string{}, index: map[string]int{}}
}

// record takes one line.
func (t *transcript) record(line connectors.Line) (connectors.Verdict, error) {
	var r record
	if !r.parse(line.Data) {
		if json.Valid(line.Data) {
			return connectors.Unknown, nil // a shape we do not know
		}
		return connectors.Bad, nil
	}
	if r.UUID == "" {
		if t.loose.IsZero() {
			t.loose = r.when()
		}
	} else if t.firstUUID == "" {
		t.firstUUID = r.UUID
	}
	switch r.Type {
	case "user", "assistant":
		return t.turn(&r), nil
	case "attachment":
		t.attachment(&r)
	case "summary":
		if len(t.summaries) < 1000 {
			t.summaries[r.LeafUUID] = r.Summary
		}
	case "ai-title":
		t.ai = r.AITitle
	case "custom-title":
		t.custom = r.CustomTitle
	default:
		if !quiet[r.Type] {
			if r.UUID != "" {
				t.keep(&r, entry{})
			}
			return connectors.Unknown, nil
		}
		if r.UUID != "" {
			t.keep(&r, entry{})
		}
	}
	return connectors.Understood, nil
}

func (t *transcript) turn(r *record) connectors.Verdict {
	var m message
	if !m.parse(r.Message) {
		return connectors.Unknown
	}
	list, ok := blocks(m.Content)
	if !ok {
		return connectors.Unknown
	}
	e := entry{api: m.ID, closed: m.StopReason == "end_turn"}
	at := r.when()
	if t.subagentFile && t.parent == "" {
		t.parent = r.SessionID
	}
	if t.cwd == "" && r.CWD != "" {
		t.cwd, t.branch = r.CWD, r.GitBranch
	}
	switch {
	case r.Type == "user" && (r.Meta || r.CompactSummary):
	case r.Type == "user":
		var text []string
		for _, b := range list {
			if b.Type != "text" {
				continue
			}
			s, role := spoken(b.Text)
			if s = connectors.Clean(s); s == "" {
				continue
			}
			if role == connectors.Tool {
				e.said = append(e.said, connectors.Message{ID: r.UUID, Role: role, Time: at, Text: s})
				continue
			}
			text = append(text, s)
		}
		e.prompt = len(text) > 0 // an answer to a tool is none: it starts no branch
		if a := connectors.Clean(answers(r.Result)); a != "" {
			text = append(text, a)
		}
		if len(text) > 0 {
			e.said = append(e.said, connectors.Message{ID: r.UUID, Role: connectors.User, Time: at, Text: strings.Join(text, "\n\n")})
		}
	case r.APIError || m.Model == "<synthetic>":
	default:
		for i, b := range list {
			m := connectors.Message{ID: r.UUID, Role: connectors.Assistant, Time: at}
			switch b.Type {
			case "text":
				m.Text = connectors.Clean(b.Text)
			case "tool_use", "server_tool_use", "mcp_tool_use":
				m.Role, m.Text = connectors.Tool, connectors.ToolLine(b.Name, b.Input)
				if b.ID != "" {
					m.ID = b.ID
				}
			}
			if m.Text == "" {
				continue
			}
			if i > 0 && m.ID == r.UUID && m.ID != "" {
				m.ID = r.UUID + "/" + strconv.Itoa(i)
			}
			e.said = append(e.said, m)
		}
	}
	t.keep(r, e)
	return connectors.Understood
}

// attachment takes the prompts that were typed while a tool ran: they are
// written nowhere else.
func (t *transcript) attachment(r *record) {
	var e entry
	var typ string
	var prompt []byte
	connectors.Fields(r.Attachment, func(key, v []byte) {
		switch string(key) {
		case "type":
			typ = connectors.Str(v)
		case "prompt":
			prompt = v
		}
	})
	if typ == "queued_command" && !r.Meta {
		list, _ := blocks(prompt)
		var text []string
		for _, b := range list {
			if b.Type != "text" {
				continue
			}
			if s, role := spoken(b.Text); role == connectors.User {
				if s = connectors.Clean(s); s != "" {
					text = append(text, s)
				}
			}
		}
		if len(text) > 0 {
			e.queued = true
			e.said = []connectors.Message{{ID: r.UUID, Role: connectors.User, Time: r.when(), Text: strings.Join(text, "\n\n")}}
		}
	}
	if r.UUID != "" || e.said != nil {
		t.keep(r, e)
	}
}

// keep appends an entry. A uuid that is there already is the same record with
// moved metadata: only its first place counts.
func (t *transcript) keep(r *record, e entry) {
	e.uuid, e.parent, e.at = r.UUID, r.Parent, r.when()
	if e.parent == "" {
		e.parent = r.LogicalParent
	}
	if r.Sidechain && !t.subagentFile {
		e.key = t.chain(r)
	}
	if _, dup := t.index[e.uuid]; dup && e.uuid != "" {
		return
	}
	for i, m := range e.said {
		if t.held+len(m.Text) > connectors.MaxDialogue {
			if !t.full {
				t.full = true
				t.rep.Note(0, 0, connectors.NoteLongSpeech)
			}
			e.said = e.said[:i]
			break
		}
		t.held += len(m.Text)
	}
	if e.uuid != "" {
		t.index[e.uuid] = len(t.entries)
	}
	t.entries = append(t.entries, e)
}

// chain is the key of a sidechain that stands in the session's own file, as
// older versions wrote it: the agent's id, or the uuid of its first record.
func (t *transcript) chain(r *record) string {
	if r.AgentID != "" {
		return r.AgentID
	}
	if i, ok := t.index[r.Parent]; ok && r.Parent != "" && t.entries[i].key != "" {
		return t.entries[i].key
	}
	if r.UUID == "" {
		return "sidechain"
	}
	return r.UUID
}

// drop empties the entries that belong to an older file.
func (t *transcript) drop(copied map[string]bool) {
	for i := range t.entries {
		if copied[t.entries[i].uuid] {
			t.entries[i].said, t.entries[i].prompt = nil, false
		}
	}
}

// title is the best the file has: the user's, the model's, a summary of a
// record of this file.
func (t *transcript) title() string {
	for _, s := range []string{t.custom, t.ai} {
		if s != "" {
			return s
		}
	}
	best, at := "", -1
	for leaf, s := range t.summaries {
		if i, ok := t.index[leaf]; ok && i > at {
			best, at = s, i
		}
	}
	return best
}
