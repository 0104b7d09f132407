package claudecode

import (
	"strings"
	"time"

	"jezero/connectors"
)

// record is one line of a transcript; fields that are not read are left out,
// and raw ones are slices of the line.
type record struct {
	Type, Subtype, UUID, Parent, LogicalParent string
	SessionID, AgentID, CWD, GitBranch         string
	Timestamp                                  string
	Sidechain, Meta, CompactSummary, APIError  bool
	Message, Attachment, Snapshot, Result      []byte
	Summary, LeafUUID, AITitle, CustomTitle    string
}

// parse reads a line; false when it is no JSON object.
func (r *record) parse(line []byte) bool {
	return connectors.Fields(line, func(key, v []byte) {
		switch string(key) {
		case "type":
			r.Type = connectors.Str(v)
		case "uuid":
			r.UUID = connectors.Str(v)
		case "parentUuid":
			r.Parent = connectors.Str(v)
		case "logicalParentUuid":
			r.LogicalParent = connectors.Str(v)
		case "sessionId":
			r.SessionID = connectors.Str(v)
		case "agentId":
			r.AgentID = connectors.Str(v)
		case "timestamp":
			r.Timestamp = connectors.Str(v)
		case "cwd":
			r.CWD = connectors.Str(v)
		case "gitBranch":
			r.GitBranch = connectors.Str(v)
		case "isSidechain":
			r.Sidechain = connectors.IsTrue(v)
		case "isMeta":
			r.Meta = connectors.IsTrue(v)
		case "isCompactSummary":
			r.CompactSummary = connectors.IsTrue(v)
		case "isApiErrorMessage":
			r.APIError = connectors.IsTrue(v)
		case "message":
			r.Message = v
		case "attachment":
			r.Attachment = v
		case "snapshot":
			r.Snapshot = v
		case "toolUseResult":
			r.Result = v
		case "summary":
			r.Summary = connectors.Str(v)
		case "leafUuid":
			r.LeafUUID = connectors.Str(v)
		case "aiTitle":
			r.AITitle = connectors.Str(v)
		case "customTitle":
			r.CustomTitle = connectors.Str(v)
		}
	})
}

// message is the API message of a user or assistant line.
type message struct {
	ID, Model, StopReason string
	Content               []byte
}

func (m *message) parse(raw []byte) bool {
	return connectors.Fields(raw, func(key, v []byte) {
		switch string(key) {
		case "id":
			m.ID = connectors.Str(v)
		case "model":
			m.Model = connectors.Str(v)
		case "stop_reason":
			m.StopReason = connectors.Str(v)
		case "content":
			m.Content = v
		}
	})
}

// block is a part of a message's content. The text is decoded only of text
// blocks: that of a tool result can be megabytes that nobody wants.
type block struct {
	Type, Text, ID, Name string
	Input                []byte
}

func (b *block) parse(raw []byte) bool {
	var text []byte
	ok := connectors.Fields(raw, func(key, v []byte) {
		switch string(key) {
		case "type":
			b.Type = connectors.Str(v)
		case "text":
			text = v
		case "id":
			b.ID = connectors.Str(v)
		case "name":
			b.Name = connectors.Str(v)
		case "input":
			b.Input = v
		}
	})
	if b.Type == "text" {
		b.Text = connectors.Str(text)
	}
	return ok
}

// quiet are record types that are known and carry no dialogue.
var quiet = map[string]bool{
	"system": true, "progress": true, "queue-operation": true, "file-history-snapshot": true,
	"agent-name": true, "last-prompt": true, "mode": true, "permission-mode": true, "pr-link": true,
	"worktree-state": true, "bridge-session": true, "frame-link": true, "relocated": true,
	"started": true, "result": true, "attachment": true, "summary": true, "ai-title": true, "custom-title": true,
}

// blocks reads content that is a string or a list of blocks; ok is false for
// anything else but null.
func blocks(raw []byte) (out []block, ok bool) {
	if len(raw) == 0 {
		return nil, false
	}
	switch raw[0] {
	case '"':
		return []block{{Type: "text", Text: connectors.Str(raw)}}, true
	case '[':
		ok = connectors.Elements(raw, func(v []byte) {
			var b block
			if b.parse(v) { // one odd block must not hide the others
				out = append(out, b)
			}
		})
		return out, ok
	}
	return nil, raw[0] == 'n'
}

// spoken is what the text of a user line says: nothing when the harness wrote
// it, else what is left without the harness's envelope.
func spoken(text string) (string, connectors.Role) {
	text = connectors.Cut(text, "system-reminder", "ide_opened_file", "ide_selection", "ide_diagnostics")
	if connectors.StartsWith(text,
		"This session is being continued", "<local-command-", "[Request interrupted", "<task-notification>",
		"Stop hook feedback:", "<bash-stdout>", "<bash-stderr>", "<user-memory-input>") {
		return "", connectors.User
	}
	if connectors.StartsWith(text, "<bash-input>") {
		cmd, _ := connectors.Inside(text, "bash-input")
		if cmd == "" {
			return "", connectors.Tool
		}
		return connectors.ToolLine("!", []byte(cmd)), connectors.Tool
	}
	if connectors.StartsWith(text, "<command-name>", "<command-message>") {
		return command(text), connectors.User
	}
	return text, connectors.User
}

// answers is what the user chose when a tool asked: that is said by the user,
// although it is written as a tool's result.
func answers(result []byte) string {
	var chosen []byte
	asked := false
	connectors.Fields(result, func(key, v []byte) {
		switch string(key) {
		case "answers":
			chosen = v
		case "questions":
			asked = true
		}
	})
	if !asked {
		return ""
	}
	var lines []string
	connectors.Fields(chosen, func(key, v []byte) {
		q, a := connectors.Str([]byte(`"`+string(key)+`"`)), connectors.Str(v)
		if q != "" && a != "" {
			lines = append(lines, q+" "+a)
		}
	})
	return strings.Join(lines, "\n")
}

// command is a slash command as the user typed it; those that only steer the
// program say nothing about the work.
func command(text string) string {
	name, _ := connectors.Inside(text, "command-name")
	args, _ := connectors.Inside(text, "command-args")
	if steering[strings.TrimPrefix(name, "/")] {
		return ""
	}
	return strings.TrimSpace(name + " " + args)
}

var steering = map[string]bool{
	"add-dir": true, "agents": true, "bug": true, "clear": true, "compact": true, "config": true, "context": true, "cost": true,
	"doctor": true, "effort": true, "exit": true, "export": true, "fast": true, "feedback": true, "help": true, "hooks": true, "ide": true,
	"login": true, "logout": true, "mcp": true, "memory": true, "model": true, "output-style": true, "permissions": true,
	"plugin": true, "privacy-settings": true, "quit": true, "release-notes": true, "rename": true, "resume": true, "rewind": true, "sandbox": true,
	"skills": true, "stats": true, "status": true, "statusline": true, "tasks": true, "terminal-setup": true, "theme": true, "todos": true,
	"upgrade": true, "usage": true, "vim": true,
}

// when is the record's time, and for a snapshot the one inside it.
func (r *record) when() time.Time {
	at := r.Timestamp
	if at == "" && r.Snapshot != nil {
		connectors.Fields(r.Snapshot, func(key, v []byte) {
			if string(key) == "timestamp" {
				at = connectors.Str(v)
			}
		})
	}
	return connectors.Time(at)
}
