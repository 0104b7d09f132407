package codex

import (
	"context"
	"encoding/json"
	"path"
	"path/filepath"
	"strings"
	"time"

	"jezero/connectors"
)

// envelope is one line; the earliest files have the payload bare. A payload
// is decoded only when it is wanted: tool outputs and compacted histories are
// most of a file's bytes.
type envelope struct {
	Timestamp, Type string
	Payload         []byte
}

func (e *envelope) parse(line []byte) bool {
	return connectors.Fields(line, func(key, v []byte) {
		switch string(key) {
		case "timestamp":
			e.Timestamp = connectors.Str(v)
		case "type":
			e.Type = connectors.Str(v)
		case "payload":
			e.Payload = v
		}
	})
}

// typeOf is the type in a payload; ok is false when it is no object.
func typeOf(payload []byte) (typ string, ok bool) {
	ok = connectors.Fields(payload, func(key, v []byte) {
		if string(key) == "type" {
			typ = connectors.Str(v)
		}
	})
	return typ, ok
}

// meta is the payload of session_meta, and the whole first line of the
// earliest files.
type meta struct {
	ID             string          `json:"id"`
	Timestamp      string          `json:"timestamp"`
	CWD            string          `json:"cwd"`
	Source         json.RawMessage `json:"source"`
	ForkedFromID   string          `json:"forked_from_id"`
	ParentThreadID string          `json:"parent_thread_id"`
	Git            *struct {
		Branch string `json:"branch"`
	} `json:"git"`
}

// spawner is the thread that spawned this one as a subagent, or "".
func (m *meta) spawner() string {
	if m.ParentThreadID != "" {
		return m.ParentThreadID
	}
	var s struct {
		Subagent struct {
			ThreadSpawn struct {
				ParentThreadID string `json:"parent_thread_id"`
			} `json:"thread_spawn"`
		} `json:"subagent"`
	}
	if json.Unmarshal(m.Source, &s) != nil {
		return ""
	}
	return s.Subagent.ThreadSpawn.ParentThreadID
}

// item is a response item as far as it is read.
type item struct {
	Type      string          `json:"type"`
	ID        string          `json:"id"`
	Role      string          `json:"role"`
	Content   json.RawMessage `json:"content"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	Input     json.RawMessage `json:"input"`
	CallID    string          `json:"call_id"`
	Action    json.RawMessage `json:"action"`
}

type event struct {
	Type     string `json:"type"`
	Message  string `json:"message"`
	TurnID   string `json:"turn_id"`
	NumTurns int    `json:"num_turns"`
}

// rollout collects one thread.
type rollout struct {
	ctx     context.Context
	root    string
	src     connectors.Source
	rep     *connectors.Report
	meta    meta
	hasMeta bool
	cwd     string
	parent  map[string]bool // turn ids of the parent, nil when there is none or it is not here
	inCopy  bool            // in what is repeated of the parent
	first   bool            // before the first line
	items   []turnMessage   // from response items
	events  []turnMessage   // the same text again, for files without items
	held    [2]int
	full    bool
}

type turnMessage struct {
	connectors.Message
	copied bool
}

func newRollout(ctx context.Context, root string, src connectors.Source, rep *connectors.Report) *rollout {
	return &rollout{ctx: ctx, root: root, src: src, rep: rep, first: true}
}

func (r *rollout) record(line connectors.Line) (connectors.Verdict, error) {
	var env envelope
	if !env.parse(line.Data) {
		if json.Valid(line.Data) {
			return connectors.Unknown, nil
		}
		return connectors.Bad, nil
	}
	first := r.first
	r.first = false
	at := connectors.Time(env.Timestamp)
	if env.Payload == nil {
		if first && env.Type == "" {
			env.Type, env.Payload = "session_meta", line.Data
		} else if bareItem[env.Type] {
			env.Type, env.Payload = "response_item", line.Data
		}
	}
	switch env.Type {
	case "session_meta":
		return r.sessionMeta(env.Payload)
	case "turn_context":
		var c struct {
			TurnID string `json:"turn_id"`
			CWD    string `json:"cwd"`
		}
		if json.Unmarshal(env.Payload, &c) != nil {
			return connectors.Unknown, nil
		}
		r.opened(c.TurnID)
		if r.cwd == "" {
			r.cwd = c.CWD
		}
		return connectors.Understood, nil
	case "response_item":
		typ, ok := typeOf(env.Payload)
		if !ok {
			return connectors.Unknown, nil
		}
		if !wantedItem[typ] {
			return connectors.Understood, nil
		}
		var it item
		if json.Unmarshal(env.Payload, &it) != nil {
			return connectors.Unknown, nil
		}
		r.item(&it, at)
		return connectors.Understood, nil
	case "event_msg":
		typ, ok := typeOf(env.Payload)
		if !ok {
			return connectors.Unknown, nil
		}
		if !wantedEvent[typ] {
			return connectors.Understood, nil
		}
		var ev event
		if json.Unmarshal(env.Payload, &ev) != nil {
			return connectors.Unknown, nil
		}
		r.event(&ev, at)
		return connectors.Understood, nil
	case "compacted", "world_state", "inter_agent_communication", "inter_agent_communication_metadata":
		// compacted repeats the history in replacement_history.
		return connectors.Understood, nil
	}
	if env.Type == "" && strings.Contains(string(line.Data[:min(len(line.Data), 200)]), `"record_type"`) {
		return connectors.Understood, nil // the earliest files' state lines
	}
	return connectors.Unknown, nil
}

// wantedItem and wantedEvent are the types that say something.
var (
	wantedItem  = map[string]bool{"message": true, "function_call": true, "custom_tool_call": true, "local_shell_call": true, "web_search_call": true}
	wantedEvent = map[string]bool{"user_message": true, "agent_message": true, "thread_rolled_back": true}
)

// bareItem are the response items that stood without an envelope.
var bareItem = map[string]bool{
	"message": true, "reasoning": true, "function_call": true, "function_call_output": true,
	"custom_tool_call": true, "custom_tool_call_output": true, "local_shell_call": true, "web_search_call": true,
}

func (r *rollout) sessionMeta(payload json.RawMessage) (connectors.Verdict, error) {
	var m meta
	if json.Unmarshal(payload, &m) != nil || m.ID == "" {
		return connectors.Unknown, nil
	}
	if r.hasMeta {
		// The parent's own meta: what follows is a copy of it.
		if m.ID != r.meta.ID && r.parent != nil {
			r.inCopy = true
		}
		return connectors.Understood, nil
	}
	r.meta, r.hasMeta = m, true
	from := m.ForkedFromID
	if from == "" {
		from = m.spawner()
	}
	if file := find(r.root, from); file != "" && from != m.ID {
		turns, err := turnsOf(r.ctx, file)
		if err != nil {
			return connectors.Understood, err
		}
		if len(turns) > 0 {
			r.parent = turns
		}
	}
	return connectors.Understood, nil
}

// opened notes that a turn begins. The first turn that the parent does not
// have ends the copy.
func (r *rollout) opened(turn string) {
	if turn == "" {
		return
	}
	if r.parent != nil {
		r.inCopy = r.parent[turn]
	}
}

// turnsOf collects the turn ids of a rollout.
func turnsOf(ctx context.Context, file string) (map[string]bool, error) {
	var rep connectors.Report
	turns := map[string]bool{}
	err := scan(ctx, file, &rep, func(line connectors.Line) (connectors.Verdict, error) {
		var env envelope
		if !env.parse(line.Data) || env.Type != "turn_context" && env.Type != "event_msg" {
			return connectors.Understood, nil
		}
		var typ, turn string
		connectors.Fields(env.Payload, func(key, v []byte) {
			switch string(key) {
			case "type":
				typ = connectors.Str(v)
			case "turn_id":
				turn = connectors.Str(v)
			}
		})
		if turn != "" && (env.Type == "turn_context" || typ == "task_started") {
			turns[turn] = true
		}
		return connectors.Understood, nil
	})
	return turns, err
}

func (r *rollout) event(ev *event, at time.Time) {
	switch ev.Type {
	case "user_message":
		if s := spoken(ev.Message); s != "" {
			r.add(&r.events, 1, connectors.Message{Role: connectors.User, Time: at, Text: s})
		}
	case "agent_message":
		r.add(&r.events, 1, connectors.Message{Role: connectors.Assistant, Time: at, Text: ev.Message})
	case "thread_rolled_back":
		r.items = rollBack(r.items, ev.NumTurns)
		r.events = rollBack(r.events, ev.NumTurns)
	}
}

// rollBack takes the last n turns off: each begins with what the user said.
func rollBack(list []turnMessage, n int) []turnMessage {
	i := len(list)
	for ; i > 0 && n > 0; i-- {
		if list[i-1].Role == connectors.User {
			n--
		}
	}
	return list[:i]
}

func (r *rollout) item(it *item, at time.Time) {
	m := connectors.Message{ID: it.ID, Time: at, Role: connectors.Tool}
	if m.ID == "" {
		m.ID = it.CallID
	}
	switch it.Type {
	case "message":
		switch it.Role {
		case "user":
			m.Role, m.Text = connectors.User, userText(it.Content)
			if cmd, ok := shellCommand(m.Text); ok {
				m.Role, m.Text = connectors.Tool, connectors.ToolLine("!", []byte(cmd))
			}
		case "assistant":
			m.Role, m.Text = connectors.Assistant, joined(it.Content, func(s string) string { return s })
		default:
			return // developer and system are injected
		}
	case "function_call":
		m.Text = connectors.ToolLine(it.Name, it.Arguments)
	case "custom_tool_call":
		m.Text = connectors.ToolLine(it.Name, it.Input)
	case "local_shell_call":
		m.Text = connectors.ToolLine("shell", it.Action)
	case "web_search_call":
		m.Text = connectors.ToolLine("web_search", it.Action)
	default:
		return
	}
	r.add(&r.items, 0, m)
}

// add keeps a message within the limit.
func (r *rollout) add(list *[]turnMessage, which int, m connectors.Message) {
	m.Text = connectors.Clean(m.Text)
	if m.Text == "" {
		return
	}
	if r.held[which]+len(m.Text) > connectors.MaxDialogue {
		if !r.full {
			r.full = true
			r.rep.Note(0, 0, connectors.NoteLongSpeech)
		}
		return
	}
	r.held[which] += len(m.Text)
	*list = append(*list, turnMessage{Message: m, copied: r.inCopy})
}

// session makes the thread's session, or nil when it says nothing of its own.
func (r *rollout) session() *connectors.Session {
	list := r.items
	said := false
	for _, m := range list {
		said = said || m.Role != connectors.Tool
	}
	if !said {
		list = r.events
	}
	id := r.meta.ID
	if id == "" {
		id = threadOf(r.src.Path)
	}
	b := connectors.NewBuilder(id, r.src, r.rep)
	b.Session.Parent = r.meta.spawner()
	b.Session.Started = connectors.Time(r.meta.Timestamp)
	if b.Session.CWD = r.meta.CWD; b.Session.CWD == "" {
		b.Session.CWD = r.cwd
	}
	if r.meta.Git != nil {
		b.Session.Branch = r.meta.Git.Branch
	}
	for _, m := range list {
		if !m.copied {
			b.Add(m.Message)
		}
	}
	return b.Done(r.src.ModTime)
}

// threadOf is the thread id in a rollout's file name.
func threadOf(file string) string {
	stem, _, _ := strings.Cut(path.Base(filepath.ToSlash(file)), ".")
	if len(stem) > 36 {
		return stem[len(stem)-36:]
	}
	return stem
}
