package command

import (
	"strconv"

	"jezero/server/app"
)

type agentsCommand struct {
	JSON bool `name:"json" help:"Print the agents as JSON."`
}

// Help is the manual of the command.
func (agentsCommand) Help() string {
	return `Lists the agents whose sessions can be read, by the id that [[connectors]] type wants, and where this user's would be. Only names of files are looked at.

Exit codes: 0 done; 2 could not run.`
}

type agentRow struct {
	Agent   string `json:"agent"`
	Root    string `json:"root"`
	Found   bool   `json:"found"`
	Sources int    `json:"sources"`
}

func (c *agentsCommand) Run(r *run) error {
	rows, table := []agentRow{}, [][]string{}
	last := ""
	for _, s := range app.FindStores(r.ctx, r.env()) {
		rows = append(rows, agentRow{s.Agent, s.Root, s.Found, s.Sources})
		name, sessions := s.Agent, "-"
		if name == last {
			name = ""
		}
		last = s.Agent
		if s.Found {
			sessions = strconv.Itoa(s.Sources)
		}
		table = append(table, []string{name, sessions, s.Root})
	}
	if c.JSON {
		return r.out.json(rows)
	}
	r.out.table("", []string{"agent", "found", "place"}, table)
	return nil
}
