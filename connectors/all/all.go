// Package all lists the agents that jezero can read: one line each.
package all

import (
	"jezero/connectors"
	"jezero/connectors/aider"
	"jezero/connectors/amp"
	"jezero/connectors/antigravity"
	"jezero/connectors/claudecode"
	"jezero/connectors/codex"
	"jezero/connectors/copilot"
	"jezero/connectors/cursor"
	"jezero/connectors/gemini"
	"jezero/connectors/goose"
	"jezero/connectors/hermes"
	"jezero/connectors/kimi"
	"jezero/connectors/opencode"
	"jezero/connectors/pi"
	"jezero/connectors/qwen"
)

// Agents returns every agent, in the order in which they are shown.
func Agents() []connectors.Agent {
	return []connectors.Agent{
		claudecode.New(),
		codex.New(),
		opencode.New(),
		antigravity.New(),
		gemini.New(),
		hermes.New(),
		cursor.New(),
		copilot.New(),
		aider.New(),
		goose.New(),
		amp.New(),
		qwen.New(),
		kimi.New(),
		pi.New(),
	}
}

// Agent returns the agent with this id.
func Agent(id string) (connectors.Agent, bool) {
	for _, a := range Agents() {
		if a.ID() == id {
			return a, true
		}
	}
	return nil, false
}
