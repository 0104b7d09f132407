package codex

import (
	"encoding/json"
	"strings"

	"jezero/connectors"
)

// joined reads a message's content: a string, or a list of parts of which
// those with text count. Each part goes through keep.
func joined(raw json.RawMessage, keep func(string) string) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return keep(s)
	}
	var parts []json.RawMessage
	if json.Unmarshal(raw, &parts) != nil {
		return ""
	}
	var out []string
	for _, p := range parts {
		var part struct {
			Type string `json:"type"`
			Text string `json:"text"`
		}
		if json.Unmarshal(p, &part) != nil {
			continue
		}
		switch part.Type {
		case "input_text", "output_text", "text":
			if t := connectors.Clean(keep(part.Text)); t != "" {
				out = append(out, t)
			}
		}
	}
	return strings.Join(out, "\n\n")
}

func userText(raw json.RawMessage) string { return joined(raw, spoken) }

// spoken is what the user said in a text, without what Codex put before it;
// nothing when Codex wrote all of it.
func spoken(s string) string {
	s = connectors.Cut(s, "recommended_plugins")
	if connectors.StartsWith(s,
		"# AGENTS.md", "<environment_context>", "<INSTRUCTIONS>", "<user_instructions>", "<skill>", "<turn_aborted>",
		"<subagent_notification>", "<goal_context>", `<codex_internal_context`, "<permissions instructions>",
		"<user_action>", "<image>", "<image name=", "</image>",
		"<collaboration_mode>", "<model_switch>", "<personality_spec>", "<apps_instructions>", "<skills_instructions>") {
		return ""
	}
	// Editors put the open files before the request.
	if connectors.StartsWith(s, "# Context from my IDE setup:") {
		if _, request, ok := strings.Cut(s, "## My request for Codex:"); ok {
			return request
		}
	}
	return s
}

// shellCommand is a command that the user ran in the session.
func shellCommand(s string) (string, bool) {
	if !connectors.StartsWith(s, "<user_shell_command>") {
		return "", false
	}
	cmd, ok := connectors.Inside(s, "command")
	return cmd, ok
}
