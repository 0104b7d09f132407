package command

import (
	"strconv"

	"jezero/server/app"
)

type retagCommand struct {
	Names  []string `arg:"" optional:"" name:"NAME" help:"Connectors; all that are enabled when none is named."`
	DryRun bool     `help:"Count what would change and write nothing."`
	JSON   bool     `name:"json" help:"Print the outcome as JSON."`
}

// Help is the manual of the command.
func (retagCommand) Help() string {
	return `Applies the rules by which a working folder becomes a project to what is stored: after an update that changed them, or when a device sends other project names. The folder is not stored, so the sessions that are still there are read again, without redacting or summarising anything; items whose session is gone keep their project, and are counted. An item that changes keeps its id and gets the next revision.

It can be interrupted and run again at any time.

Exit codes: 0 done; 1 some sources could not be read, some items are not what was signed and stayed, or (with --dry-run) something would change; 2 could not run.`
}

func (c *retagCommand) Run(r *run) error {
	l, err := r.library()
	if err != nil {
		return err
	}
	var progress func(string, int, int)
	var clear = func() {}
	if r.err.terminal {
		name := ""
		var set func(done, total int)
		progress = func(connector string, done, total int) {
			if connector != name {
				clear()
				name = connector
				set, clear = r.newBar(connector)
			}
			set(done, total)
		}
	}
	res, err := l.Retag(r.ctx, app.RetagOptions{Names: c.Names, DryRun: c.DryRun, Progress: progress})
	clear()
	if err != nil {
		return err
	}
	if c.JSON {
		warnings := append(append([]string{}, res.Failed...), res.Warnings...)
		if err := r.out.json(map[string]any{"sessions": res.Sessions, "changed": res.Changed, "projects": res.Projects,
			"forgotten": res.Forgotten, "missing_sessions": res.Missing, "missing_items": res.MissingItems,
			"warnings": warnings, "dry_run": c.DryRun}); err != nil {
			return err
		}
	} else {
		what := "have another project now"
		if c.DryRun {
			what = "would get another project; nothing was changed"
		}
		r.out.line("%s read: %s %s.", count(res.Sessions, "session"), count(res.Changed, "item"), what)
		var rows [][]string
		for _, p := range kinds(res.Projects) {
			rows = append(rows, []string{p, strconv.Itoa(res.Projects[p])})
		}
		if len(rows) > 0 {
			r.out.table("  ", []string{"project", "items"}, rows)
		}
		if res.Forgotten > 0 {
			r.out.line("%s stayed: the new project was forgotten on purpose.", count(res.Forgotten, "session"))
		}
		if res.Missing > 0 {
			r.out.line("Not there to be read any more, or excluded: %s with %s; they keep their project.",
				count(res.Missing, "session"), count(res.MissingItems, "item"))
		}
	}
	for _, w := range res.Warnings {
		r.err.line("warning: %s", visible(w))
	}
	for _, w := range res.Failed {
		r.err.line("%s %s", r.err.style(red, "error:"), visible(w))
	}
	if len(res.Failed)+len(res.Warnings) > 0 || c.DryRun && res.Changed > 0 {
		return notGood
	}
	return nil
}
