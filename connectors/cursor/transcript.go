package cursor

import (
	"context"
	"encoding/json"
	"strings"

	"jezero/connectors"
)

// record is one line of a transcript. It has no time and no id.
type record struct {
	Role    string `json:"role"`
	Type    string `json:"type"`
	Message *struct {
		Content json.RawMessage `json:"content"`
	} `json:"message"`
}

type block struct {
	Type  string          `json:"type"`
	Text  string          `json:"text"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`
}

func readTranscript(ctx context.Context, src connectors.Source, rep *connectors.Report) (*connectors.Session, error) {
	id, parent, slug := identity(src.Key)
	b := connectors.NewBuilder(id, src, rep)
	b.Session.Parent = parent
	var paths []string
	err := connectors.ReadJSONL(ctx, src.Path, rep, func(line connectors.Line) (connectors.Verdict, error) {
		var r record
		if json.Unmarshal(line.Data, &r) != nil {
			if json.Valid(line.Data) {
				return connectors.Unknown, nil
			}
			return connectors.Bad, nil
		}
		if r.Type == "turn_ended" {
			return connectors.Understood, nil
		}
		if r.Message == nil || r.Role != "user" && r.Role != "assistant" {
			return connectors.Unknown, nil
		}
		for _, c := range blocks(r.Message.Content) {
			switch {
			case c.Type == "text" && r.Role == "user":
				b.Add(connectors.Message{Role: connectors.User, Text: query(c.Text)})
			case c.Type == "text":
				b.Add(connectors.Message{Role: connectors.Assistant, Text: c.Text})
			case c.Type == "tool_use":
				paths = appendPaths(paths, c.Input)
				b.Add(connectors.Message{Role: connectors.Tool, Text: connectors.ToolLine(c.Name, c.Input)})
			}
		}
		return connectors.Understood, nil
	})
	if err != nil {
		return nil, err
	}
	b.Session.CWD = folder(slug, paths)
	return b.Done(src.ModTime), nil
}

func blocks(raw json.RawMessage) []block {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return []block{{Type: "text", Text: s}}
	}
	var list []json.RawMessage
	_ = json.Unmarshal(raw, &list)
	var out []block
	for _, r := range list {
		var c block
		if json.Unmarshal(r, &c) == nil {
			out = append(out, c)
		}
	}
	return out
}

// appendPaths keeps the first absolute paths among a call's arguments.
func appendPaths(paths []string, input json.RawMessage) []string {
	var m map[string]json.RawMessage
	if len(paths) >= 100 || json.Unmarshal(input, &m) != nil {
		return paths
	}
	for _, k := range []string{"path", "file_path", "target_file", "working_directory", "cwd", "target_directory"} {
		var s string
		if json.Unmarshal(m[k], &s) == nil && len(s) <= 4096 && (strings.HasPrefix(s, "/") || len(s) > 2 && s[1] == ':') {
			paths = append(paths, s)
		}
	}
	return paths
}

// query is what the user typed, without what the editor adds.
func query(s string) string {
	if q, ok := connectors.Inside(s, "user_query"); ok {
		return q
	}
	return connectors.Cut(s, "user_info", "attached_files", "additional_data", "system_reminder", "system-reminder", "rules", "git_status",
		"open_and_recently_viewed_files", "agent_transcripts", "agent_skills", "project_layout", "timestamp", "cursor_rules", "always_applied_workspace_rules")
}

// readText reads the older form: headings, and marks for what is not
// dialogue.
func readText(ctx context.Context, src connectors.Source, rep *connectors.Report) (*connectors.Session, error) {
	id, parent, slug := identity(src.Key)
	b := connectors.NewBuilder(id, src, rep)
	b.Session.Parent = parent
	b.Session.CWD = folder(slug, nil)
	f, _, err := connectors.Open(src.Path)
	if err != nil {
		rep.Warnings = append(rep.Warnings, connectors.Unreadable(src.Path, err))
		return nil, nil
	}
	defer f.Close()
	var role connectors.Role
	var text []string
	hidden, size := false, 0
	flush := func() {
		said := strings.Join(text, "\n")
		if role == connectors.User {
			said = query(said)
		}
		if role != "" {
			b.Add(connectors.Message{Role: role, Text: said})
		}
		text, size = nil, 0
	}
	err = connectors.ScanJSONL(ctx, src.Path, f, rep, func(line connectors.Line) (connectors.Verdict, error) {
		l := string(line.Data)
		switch trimmed := strings.TrimSpace(l); {
		case trimmed == "user:" || trimmed == "assistant:" || trimmed == "A:":
			flush()
			role, hidden = connectors.Assistant, false
			if trimmed == "user:" {
				role = connectors.User
			}
		case role == "":
			return connectors.Unknown, nil
		case strings.HasPrefix(l, "[Tool call]"):
			flush()
			hidden = true // the arguments follow
			b.Add(connectors.Message{Role: connectors.Tool, Text: connectors.ToolLine(strings.TrimSpace(l[len("[Tool call]"):]), nil)})
		case strings.HasPrefix(l, "[Tool result]"), strings.HasPrefix(l, "[Thinking]"):
			flush()
			hidden = true
		case !hidden && size <= connectors.MaxDialogue:
			size += len(l) + 1
			text = append(text, l)
		}
		return connectors.Understood, nil
	})
	if err != nil {
		return nil, err
	}
	flush()
	return b.Done(src.ModTime), nil
}
