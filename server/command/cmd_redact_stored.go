package command

import (
	"errors"
	"slices"
	"strings"

	"jezero/server"
	"jezero/server/app"
	"jezero/server/sqlite"
)

type redactStoredCommand struct {
	DryRun  bool   `help:"Count what would change and write nothing."`
	Since   string `name:"since-version" placeholder:"VERSION" help:"Only items last found clean under this version of the rules (see jezero stats --json)."`
	Backups bool   `help:"Rewrite the backups that jezero made, too."`
	JSON    bool   `name:"json" help:"Print the outcome as JSON."`
}

// Help is the manual of the command.
func (redactStoredCommand) Help() string {
	return `Applies the rules of this version, and the patterns and variables of the configuration, to every stored text: titles, summaries, facts, the dialogue, names of projects, and the search index. An item that changes keeps its id and gets the next revision. No model is called, and items that are known to be clean cost nothing.

Afterwards no old byte is left in the database or its write-ahead log. While another program reads the library that cannot be done, and the command says so and exits with 1; stop that program and run it again. Backups that jezero made and that are where they were made are rewritten with --backups; copies of your own are yours to rewrite.

An item that is not what was signed is named and left as it is, since to rewrite it would be to sign what someone else put there; all others are done. jezero forget --item ID removes it.

Exit codes: 0 done; 1 done, but old bytes may remain, items are not what was signed, or (with --dry-run) something would change; 2 could not run.`
}

func (c *redactStoredCommand) Run(r *run) error {
	l, err := r.library()
	if err != nil {
		return err
	}
	progress, clear := r.newBar("redacting")
	res, err := l.RedactStored(r.ctx, app.RedactStoredOptions{DryRun: c.DryRun, Since: c.Since, Backups: c.Backups, Progress: progress})
	clear()
	oldBytes := errors.Is(err, sqlite.ErrOldBytes)
	if err != nil && !doneBut(err) {
		return err
	}
	if c.JSON {
		view := redactedView{newRedactedRow("", res.RedactStoredResult), c.DryRun, oldBytes, []redactedRow{}, res.Untouched}
		for _, b := range res.Backups {
			view.Backups = append(view.Backups, newRedactedRow(b.Path, b.RedactStoredResult))
		}
		if view.Untouched == nil {
			view.Untouched = []string{}
		}
		if err := r.out.json(view); err != nil {
			return err
		}
	} else {
		r.redacted("", res.RedactStoredResult, c.DryRun)
		for _, b := range res.Backups {
			r.redacted(b.Path+": ", b.RedactStoredResult, c.DryRun)
		}
	}
	if n := len(res.Untouched); n > 0 {
		r.err.line("note: not looked at: %s; with --backups they are, too", count(n, "backup"))
	}
	if err != nil {
		r.warn(err)
		return notGood
	}
	if c.DryRun && changed(res) {
		return notGood
	}
	return nil
}

// doneBut reports whether an error says that all is done, but that old bytes
// may remain, a backup could not be changed, or something was not what was
// signed.
func doneBut(err error) bool {
	var backup *app.BackupError
	var tampered *server.TamperedError
	return errors.Is(err, sqlite.ErrOldBytes) || errors.As(err, &backup) || errors.As(err, &tampered)
}

func (r *run) warn(err error) {
	r.err.line("%s %s", r.err.style(red, "warning:"), strings.ReplaceAll(err.Error(), "\n", "; "))
}

func changed(res app.RedactStoredResult) bool {
	return res.Changed+res.Sessions > 0 || slices.ContainsFunc(res.Backups, func(b app.BackupRedacted) bool { return b.Changed+b.Sessions > 0 })
}

func (r *run) redacted(where string, res sqlite.RedactStoredResult, dry bool) {
	what := "were rewritten"
	if dry {
		what = "would be rewritten; nothing was"
	}
	r.out.line("%s%d of %s looked at %s.", where, res.Changed, count(res.Seen, "item"), what)
	if res.Sessions > 0 {
		what = "have another id now; their items keep theirs"
		if dry {
			what = "would get another id"
		}
		r.out.line("%s%s %s.", where, count(res.Sessions, "session"), what)
	}
	if len(res.ByKind) > 0 {
		r.kindTable(res.ByKind)
	}
}

// redactedRow is what was done to one file, as --json shows it.
type redactedRow struct {
	Path     string         `json:"path,omitempty"` // of a backup
	Seen     int            `json:"seen"`
	Changed  int            `json:"changed"`
	Sessions int            `json:"sessions"` // that got another id
	Tampered []string       `json:"tampered"` // items that stay, because they are not what was signed
	Redacted map[string]int `json:"redacted"`
}

type redactedView struct {
	redactedRow
	DryRun    bool          `json:"dry_run"`
	OldBytes  bool          `json:"old_bytes"`
	Backups   []redactedRow `json:"backups"`
	Untouched []string      `json:"backups_untouched"`
}

func newRedactedRow(path string, res sqlite.RedactStoredResult) redactedRow {
	row := redactedRow{path, res.Seen, res.Changed, res.Sessions, res.Tampered, res.ByKind}
	if row.Tampered == nil {
		row.Tampered = []string{}
	}
	if row.Redacted == nil {
		row.Redacted = map[string]int{}
	}
	return row
}
