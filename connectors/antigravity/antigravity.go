// Package antigravity reads the transcripts of Google Antigravity, the editor
// and the command line tool: one JSONL file of steps for each conversation.
package antigravity

import (
	"context"
	"encoding/json"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"jezero/connectors"
)

// Agent reads Antigravity.
type Agent struct{}

// New returns the agent.
func New() Agent { return Agent{} }

// ID is "antigravity".
func (Agent) ID() string { return "antigravity" }

// Roots is ~/.gemini, which the tools of the family share.
func (Agent) Roots(env connectors.Env) []string {
	return []string{filepath.Join(env.Home, ".gemini")}
}

var (
	uploadPath = regexp.MustCompile(`\Aantigravity(?:-cli|-ide)?/(?:brain/[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}/\.system_generated/logs/transcript(?:_full)?\.jsonl|history\.jsonl|cache/(?:last_conversations|conversation_metadata)\.json)\z`)
	transcript = regexp.MustCompile(`\A[^/]+/brain/([^/]+)/\.system_generated/logs/transcript(?:_full)?\.jsonl\z`)
)

// products are the folders below the root.
var products = []string{"antigravity", "antigravity-cli", "antigravity-ide"}

// UploadPath accepts transcripts and the side files that name the workspace.
func (Agent) UploadPath(p string) bool { return connectors.SafePath(p) && uploadPath.MatchString(p) }

// Sources lists the conversations. transcript.jsonl holds the same steps as
// transcript_full.jsonl with fields cut short, so it is read only alone.
func (a Agent) Sources(ctx context.Context, root string) ([]connectors.Source, []connectors.Warning, error) {
	var subs []string
	for _, p := range products {
		subs = append(subs, p+"/brain")
	}
	all, warns, err := connectors.Walk(ctx, root, subs, nil, func(rel string) bool {
		return transcript.MatchString(rel) && a.UploadPath(rel)
	})
	if err != nil {
		return nil, nil, err
	}
	full := map[string]bool{}
	for _, s := range all {
		if strings.HasSuffix(s.Key, "_full.jsonl") {
			full[path.Dir(s.Key)] = true
		}
	}
	kept := all[:0]
	for _, s := range all {
		if strings.HasSuffix(s.Key, "_full.jsonl") || !full[path.Dir(s.Key)] {
			kept = append(kept, s)
		}
	}
	return kept, warns, nil
}

// step is one line.
type step struct {
	Index     *int   `json:"step_index"`
	Source    string `json:"source"`
	Type      string `json:"type"`
	Created   string `json:"created_at"`
	Content   string `json:"content"`
	ToolCalls []struct {
		Name string          `json:"name"`
		Args json.RawMessage `json:"args"`
	} `json:"tool_calls"`
}

// Read reads one conversation.
func (a Agent) Read(ctx context.Context, root string, src connectors.Source, emit func(*connectors.Session) error) (connectors.Report, error) {
	var rep connectors.Report
	id := transcript.FindStringSubmatch(src.Key)
	if id == nil {
		rep.Warn(src.Path, connectors.WarnFormat)
		return rep, nil
	}
	type said struct {
		at   int
		msgs []connectors.Message
	}
	var steps []said
	index := map[int]int{}
	cwd := ""
	held := 0
	err := connectors.ReadJSONL(ctx, src.Path, &rep, func(line connectors.Line) (connectors.Verdict, error) {
		var s step
		if json.Unmarshal(line.Data, &s) != nil {
			if json.Valid(line.Data) {
				return connectors.Unknown, nil
			}
			return connectors.Bad, nil
		}
		if s.Index == nil || s.Source == "" {
			return connectors.Unknown, nil
		}
		msgs, dir := s.messages()
		if cwd == "" {
			cwd = dir
		}
		// A step that is written again, with another status, takes the place of the first.
		for _, m := range msgs {
			held += len(m.Text)
		}
		if held > 2*connectors.MaxDialogue {
			return connectors.Understood, nil // the builder notes that the session is too long
		}
		if i, ok := index[*s.Index]; ok {
			if len(msgs) > 0 {
				steps[i].msgs = msgs
			}
			return connectors.Understood, nil
		}
		index[*s.Index] = len(steps)
		steps = append(steps, said{*s.Index, msgs})
		return connectors.Understood, nil
	})
	if err != nil {
		return rep, err
	}
	b := connectors.NewBuilder(id[1], src, &rep)
	if b.Session.CWD = workspace(root, id[1]); b.Session.CWD == "" {
		b.Session.CWD = cwd
	}
	for _, s := range steps {
		for i, m := range s.msgs {
			m.ID = strconv.Itoa(s.at)
			if i > 0 {
				m.ID += "/" + strconv.Itoa(i)
			}
			b.Add(m)
		}
	}
	if s := b.Done(src.ModTime); s != nil {
		return rep, emit(s)
	}
	return rep, nil
}

// messages is what a step says, and the folder in which it ran a command. Of
// the model's steps only the planner speaks; the others are tool output.
func (s *step) messages() (msgs []connectors.Message, cwd string) {
	at := connectors.Time(s.Created)
	switch {
	case s.Source == "USER_EXPLICIT" || s.Source == "USER_INPUT" || s.Type == "USER_INPUT":
		msgs = append(msgs, connectors.Message{Role: connectors.User, Time: at, Text: request(s.Content)})
	case s.Source == "PLANNER_RESPONSE" || s.Source == "MODEL" && (s.Type == "PLANNER_RESPONSE" || s.Type == ""):
		if s.Content != "" {
			msgs = append(msgs, connectors.Message{Role: connectors.Assistant, Time: at, Text: s.Content})
		}
		for _, c := range s.ToolCalls {
			args := decodeArgs(c.Args)
			if cwd == "" {
				cwd = args["Cwd"]
			}
			b, _ := json.Marshal(args)
			msgs = append(msgs, connectors.Message{Role: connectors.Tool, Time: at, Text: connectors.ToolLine(c.Name, b)})
		}
	}
	return msgs, cwd
}

// decodeArgs reads arguments whose values are JSON inside strings.
func decodeArgs(raw json.RawMessage) map[string]string {
	var m map[string]json.RawMessage
	if json.Unmarshal(raw, &m) != nil {
		return nil
	}
	out := map[string]string{}
	for k, v := range m {
		var s string
		if json.Unmarshal(v, &s) != nil {
			continue
		}
		var inner string
		if json.Unmarshal([]byte(s), &inner) == nil {
			s = inner
		}
		switch k {
		case "toolSummary", "toolAction", "Explanation", "CodeContent", "ReplacementContent", "TargetContent":
		default:
			out[k] = s
		}
	}
	return out
}

// request is what the user typed, without what the editor adds.
func request(s string) string {
	if inner, ok := connectors.Inside(s, "USER_REQUEST"); ok {
		s = inner
	}
	s = connectors.Cut(s, "ADDITIONAL_METADATA", "USER_SETTINGS_CHANGE", "EPHEMERAL_MESSAGE")
	var keep []string
	for l := range strings.SplitSeq(s, "\n") {
		if !strings.HasPrefix(strings.TrimSpace(l), "Comments on artifact URI:") {
			keep = append(keep, l)
		}
	}
	return strings.Join(keep, "\n")
}

// workspace finds the folder of a conversation in the side files; the
// transcript does not name it.
func workspace(root, conversation string) string {
	for _, p := range products {
		var meta struct {
			Conversations map[string]struct {
				Summary struct {
					WorkspaceURIs []string
				} `json:"summary"`
			} `json:"conversations"`
		}
		if json.Unmarshal(connectors.ReadSide(root, p+"/cache/conversation_metadata.json"), &meta) == nil {
			if uris := meta.Conversations[conversation].Summary.WorkspaceURIs; len(uris) > 0 {
				return connectors.FileURI(uris[0])
			}
		}
	}
	for _, p := range products {
		for line := range strings.Lines(string(connectors.ReadSide(root, p+"/history.jsonl"))) {
			var h struct {
				Workspace      string `json:"workspace"`
				ConversationID string `json:"conversationId"`
			}
			if json.Unmarshal([]byte(line), &h) == nil && h.ConversationID == conversation && h.Workspace != "" {
				return connectors.FileURI(h.Workspace)
			}
		}
		var last map[string]string
		if json.Unmarshal(connectors.ReadSide(root, p+"/cache/last_conversations.json"), &last) == nil {
			best := ""
			for dir, id := range last {
				if id == conversation && (best == "" || dir < best) {
					best = dir
				}
			}
			if best != "" {
				return connectors.FileURI(best)
			}
		}
	}
	return ""
}
