package command

import (
	"strings"
	"time"

	"jezero/server/app"
)

type healthCommand struct {
	JSON bool `name:"json" help:"Print the outcome as JSON."`
}

// Help is the manual of the command.
func (healthCommand) Help() string {
	return `A connector is failing when its last run recorded an error, and stale when none of its runs was good for max_silence_hours.

Exit codes: 0 all are good; 1 some are not, or none is enabled; 2 could not run.`
}

type healthRow struct {
	Connector   string     `json:"connector"`
	State       app.State  `json:"state"`
	What        string     `json:"what,omitempty"`
	LastRun     *time.Time `json:"last_run"`
	LastSuccess *time.Time `json:"last_success"`
}

func (c *healthCommand) Run(r *run) error {
	l, err := r.library()
	if err != nil {
		return err
	}
	list, err := l.Health(r.ctx, time.Now())
	if err != nil {
		return err
	}
	good := len(list) > 0
	rows, table := []healthRow{}, [][]string{}
	for _, h := range list {
		good = good && h.State == app.Good
		rows = append(rows, healthRow{h.Connector, h.State, h.What, known(h.LastRun), known(h.LastSuccess)})
		table = append(table, []string{h.Connector, string(h.State), ago(h.LastRun), ago(h.LastSuccess)})
	}
	if c.JSON {
		if err := r.out.json(rows); err != nil {
			return err
		}
	} else if len(list) == 0 {
		r.out.line("No connector is enabled in %s.", l.Config.Path)
	} else {
		r.out.table("", []string{"connector", "state", "last run", "last success"}, table)
		for _, h := range list {
			if h.State != app.Good {
				r.out.line("%s: %s", h.Connector, strings.ReplaceAll(visible(h.What), "\n", "; "))
			}
		}
	}
	if !good {
		return notGood
	}
	return nil
}

func known(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC().Truncate(time.Second)
	return &t
}

// ago is how long ago something was, for people.
func ago(t time.Time) string {
	switch d := time.Since(t); {
	case t.IsZero():
		return "never"
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return count(int(d.Minutes()), "minute") + " ago"
	case d < 48*time.Hour:
		return count(int(d.Hours()), "hour") + " ago"
	}
	return day(t)
}
