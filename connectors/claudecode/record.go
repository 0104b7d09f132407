package claudecode

import (
	"encoding/json"
	"strings"
	"time"

	"jezero/connectors"
)

// record is one line of a transcript; fields that are not read are left out.
type record struct {
	Type              string      `json:"type"`
	Subtype           string      `json:"subtype"`
	UUID              string      `json:"uuid"`
	ParentUUID        string      `json:"parentUuid"`
	LogicalParentUUID string      `json:"logicalParentUuid"`
	SessionID         string      `json:"sessionId"`
	AgentID           string      `json:"agentId"`
	Timestamp         string      `json:"timestamp"`
	CWD               string      `json:"cwd"`
	GitBranch         string      `json:"gitBranch"`
	IsSidechain       bool        `json:"isSidechain"`
	IsMeta            bool        `json:"isMeta"`
	IsCompactSummary  bool        `json:"isCompactSummary"`
	IsAPIError        bool        `json:"isApiErrorMessage"`
	Message           *message    `json:"message"`
	Attachment        *attachment `json:"attachment"`
	Snapshot          *snapshot   `json:"snapshot"`
	Summary           string      `json:"summary"`
	LeafUUID          string      `json:"leafUuid"`
	AITitle           string      `json:"aiTitle"`
	CustomTitle       string      `json:"customTitle"`
}

type message struct {
	ID         string          `json:"id"`
	Role       string          `json:"role"`
	Model      string          `json:"model"`
	Content    json.RawMessage `json:"content"`
	StopReason string          `json:"stop_reason"`
}

type attachment struct {
	Type   string          `json:"type"`
	Prompt json.RawMessage `json:"prompt"`
}

type snapshot struct {
	Timestamp string `json:"timestamp"`
}

// block is a part of a message's content.
type block struct {
	Type  string          `json:"type"`
	Text  string          `json:"text"`
	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`
}

// quiet are record types that are known and carry no dialogue.
var quiet = map[string]bool{
	"system": true, "progress": true, "queue-operation": true, "file-history-snapshot": true,
	"agent-name": true, "last-prompt": true, "mode": true, "permission-mode": true, "pr-link": true,
	"worktree-state": true, "bridge-session": true, "frame-link": true, "relocated": true,
	"started": true, "result": true, "attachment": true, "summary": true, "ai-title": true, "custom-title": true,
}

// blocks reads content that is a string or a list of blocks.
func blocks(raw json.RawMessage) ([]block, bool) {
	if len(raw) == 0 {
		return nil, false
	}
	switch raw[0] {
	case '"':
		var s string
		if json.Unmarshal(raw, &s) != nil {
			return nil, false
		}
		return []block{{Type: "text", Text: s}}, true
	case '[':
		// One odd block must not hide the others.
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) != nil {
			return nil, false
		}
		var out []block
		for _, r := range list {
			var b block
			if json.Unmarshal(r, &b) == nil {
				out = append(out, b)
			}
		}
		return out, true
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
	if r.Timestamp == "" && r.Snapshot != nil {
		return connectors.Time(r.Snapshot.Timestamp)
	}
	return connectors.Time(r.Timestamp)
}
