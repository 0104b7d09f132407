package command

import (
	"strings"
	"time"

	"jezero/server/health"
)

type healthCommand struct {
	Look bool `name:"look-only" help:"Send no alert and no ping."`
	JSON bool `name:"json" help:"Print the outcome as JSON."`
}

// Help is the manual of the command.
func (healthCommand) Help() string {
	return `A connector is failing when its last run recorded an error or could not read something, and stale when none of its runs was good for max_silence_hours.

For a timer: with alert_webhook_env set under [health], each connector that is not good is told to the webhook, at most once per realert_hours; with heartbeat_url_env, a push monitor is pinged with every check, so that it notices when the checks themselves stop.

Exit codes: 0 all are good; 1 some are not, none is enabled, or an alert or ping could not be sent; 2 could not run.`
}

func (c *healthCommand) Run(r *run) error {
	l, err := r.library()
	if err != nil {
		return err
	}
	report, err := l.Health(r.ctx, time.Now())
	if err != nil {
		return err
	}
	var telling error
	if !c.Look {
		_, telling = l.Tell(r.ctx, report)
	}
	if c.JSON {
		if err := r.out.json(report); err != nil {
			return err
		}
	} else if len(report.Connectors) == 0 {
		r.out.line("No connector is enabled in %s.", l.Config.Path)
	} else {
		r.healthTable(report)
	}
	if telling != nil {
		r.err.line("%s %s", r.err.style(red, "error:"), strings.ReplaceAll(telling.Error(), "\n", "; "))
	}
	if !report.Good || telling != nil {
		return notGood
	}
	return nil
}

// shownWarnings is how many files are named of a connector.
const shownWarnings = 3

func (r *run) healthTable(report health.Report) {
	var table [][]string
	for _, h := range report.Connectors {
		table = append(table, []string{h.Name, string(h.State), ago(h.LastRun), ago(h.LastSuccess)})
	}
	r.out.table("", []string{"connector", "state", "last run", "last success"}, table)
	for _, h := range report.Connectors {
		if h.State != health.Good {
			r.out.line("%s: %s", h.Name, strings.ReplaceAll(visible(h.What), "\n", "; "))
			for _, w := range h.Warnings[:min(shownWarnings, len(h.Warnings))] {
				r.out.line("  %s", visible(w))
			}
			if more := len(h.Warnings) - shownWarnings; more > 0 {
				r.out.line("  and %d more (--json)", more)
			}
		}
	}
}

// ago is how long ago something was, for people.
func ago(at *time.Time) string {
	if at == nil || at.IsZero() {
		return "never"
	}
	switch d := time.Since(*at); {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return count(int(d.Minutes()), "minute") + " ago"
	case d < 48*time.Hour:
		return count(int(d.Hours()), "hour") + " ago"
	}
	return day(*at)
}
