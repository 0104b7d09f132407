package command

import (
	"errors"

	"github.com/schollz/progressbar/v3"

	"jezero/server/app"
	"jezero/server/sqlite"
)

type redactStoredCommand struct {
	DryRun bool   `help:"Count what would change and write nothing."`
	Since  string `name:"since-version" placeholder:"VERSION" help:"Only items last found clean under this version of the rules (see jezero stats --json)."`
	JSON   bool   `name:"json" help:"Print the outcome as JSON."`
}

// Help is the manual of the command.
func (redactStoredCommand) Help() string {
	return `Applies the rules of this version, and the patterns and variables of the configuration, to every stored text: titles, summaries, facts, the dialogue, names of projects, and the search index. An item that changes keeps its id and gets the next revision. No model is called, and items that are known to be clean cost nothing.

Afterwards no old byte is left in the database or its write-ahead log. While another program reads the library that cannot be done, and the command says so and exits with 1; stop that program and run it again. Copies that you made of the file are yours to rewrite.

Exit codes: 0 done; 1 done, but old bytes may remain, or (with --dry-run) something would change; 2 could not run.`
}

func (c *redactStoredCommand) Run(r *run) error {
	l, err := r.library()
	if err != nil {
		return err
	}
	var bar *progressbar.ProgressBar
	o := app.RedactStoredOptions{DryRun: c.DryRun, Since: c.Since}
	if r.err.terminal {
		o.Progress = func(done, total int) {
			if bar == nil {
				bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(r.err.w), progressbar.OptionSetWidth(30),
					progressbar.OptionShowCount(), progressbar.OptionClearOnFinish())
			}
			bar.Set(done) //nolint:errcheck // a bar that cannot be drawn stops nothing
		}
	}
	res, err := l.RedactStored(r.ctx, o)
	if bar != nil {
		bar.Clear() //nolint:errcheck // see above
	}
	oldBytes := errors.Is(err, sqlite.ErrOldBytes)
	if err != nil && !oldBytes {
		return err
	}
	if c.JSON {
		if res.ByKind == nil {
			res.ByKind = map[string]int{}
		}
		if err := r.out.json(map[string]any{"seen": res.Seen, "changed": res.Changed, "redacted": res.ByKind, "dry_run": c.DryRun, "old_bytes": oldBytes}); err != nil {
			return err
		}
	} else {
		what := "were rewritten"
		if c.DryRun {
			what = "would be rewritten; nothing was"
		}
		r.out.line("%d of %s looked at %s.", res.Changed, count(res.Seen, "item"), what)
		if len(res.ByKind) > 0 {
			r.kindTable(res.ByKind)
		}
	}
	if oldBytes {
		r.err.line("%s %s", r.err.style(red, "warning:"), err)
		return notGood
	}
	if c.DryRun && res.Changed > 0 {
		return notGood
	}
	return nil
}
