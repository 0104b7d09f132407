// Package all lists the agents that jezero can read: one line each.
package all

import (
	"jezero/connectors"
	"jezero/connectors/claudecode"
	"jezero/connectors/codex"
)

// Agents returns every agent, in the order in which they are shown.
func Agents() []connectors.Agent {
	return []connectors.Agent{
		claudecode.New(),
		codex.New(),
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
