package command

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"

	"jezero/server"
	"jezero/server/app"
	"jezero/server/ingest"
)

type runCommand struct {
	Names []string `arg:"" optional:"" name:"NAME" help:"Connectors to run; all that are enabled when none is named."`
	Due   bool     `help:"Only those whose interval_minutes have passed since they last ran."`
	Pilot int      `placeholder:"N" help:"Read the N newest sessions of the connectors named, disabled ones too, print what would be stored and store nothing."`
	JSON  bool     `name:"json" help:"Print the outcome as JSON."`
}

// Help is the manual of the command.
func (runCommand) Help() string {
	return `Each enabled connector lists its session files, and those that are new or changed and have been quiet for settle_minutes are read: cut into segments, redacted, summarised and stored. What is stored already costs nothing.

A connector that fails does not stop the others. A file that cannot be read or understood is tried again next time; a single bad or over-long record is passed over and counted as a note.

The table counts sessions that were read, segments they were cut into, those of them that were stored (new or changed), those that were known already, and notes.

One run works at a time: a second one says so and exits with 2.

Exit codes: 0 everything was read; 1 something could not be (it stands in the output and in "jezero health"); 2 could not run.

Examples:

  jezero run
  jezero run --due
  jezero run agent-codex-laptop --pilot 3`
}

func (c *runCommand) Run(r *run) error {
	if c.Pilot < 0 || c.Pilot > 0 && c.Due {
		return fmt.Errorf("--pilot wants a number of sessions, and goes without --due")
	}
	l, err := r.library()
	if err != nil {
		return err
	}
	if c.Pilot > 0 {
		return c.pilot(r, l)
	}
	bar, clear := r.newProgress()
	runs, err := l.Run(r.ctx, app.RunOptions{Names: c.Names, Due: c.Due, Progress: bar})
	clear()
	if err != nil && len(runs) == 0 {
		return err
	}
	switch {
	case c.JSON:
		if jsonErr := r.out.json(newRunRows(runs)); jsonErr != nil {
			return jsonErr
		}
	case len(runs) == 0 && c.Due:
		r.out.line("Nothing is due.")
	case len(runs) == 0:
		r.out.line("No connector is enabled in %s.", l.Config.Path)
	default:
		r.runTable(runs)
	}
	if err != nil {
		return err
	}
	if r.complain(runs) && !c.JSON {
		r.err.line("What could not be read is tried again next time.")
	}
	return verdict(runs)
}

// verdict is not good when a run had an error.
func verdict(runs []server.Run) error {
	for _, run := range runs {
		if run.Error != "" {
			return notGood
		}
	}
	return nil
}

func (c *runCommand) pilot(r *run, l *app.Library) error {
	var shown []pilotRow
	runs, err := l.Pilot(r.ctx, c.Names, c.Pilot, func(e ingest.Event) {
		if e.Kind == ingest.EventPreview {
			shown = append(shown, newPilotRow(e))
		}
	})
	if err != nil {
		return err
	}
	if c.JSON {
		if shown == nil {
			shown = []pilotRow{}
		}
		if err := r.out.json(shown); err != nil {
			return err
		}
		return verdict(runs)
	}
	for _, s := range shown {
		r.out.line("%s  %s", r.out.style(bold, clip(s.Title, width-14)), r.out.style(dim, s.EndedAt[:min(10, len(s.EndedAt))]))
		r.out.line("  %s", clip(strings.Join([]string{s.Connector, s.Project, count(s.Turns, "turn"), s.redacted()}, " · "), width-2))
		r.out.paragraph("  ", s.Summary)
	}
	r.out.line("%s would be stored; nothing was.", count(len(shown), "item"))
	if k := l.Config.Summarizer.Kind; k != "extractive" {
		r.err.line("note: a pilot asks no model; the summaries will be made by [summarizer] kind = %q", k)
	}
	r.complain(runs)
	return verdict(runs)
}

type pilotRow struct {
	Connector string         `json:"connector"`
	Session   string         `json:"session"`
	Project   string         `json:"project"`
	Title     string         `json:"title"`
	Summary   string         `json:"summary"`
	EndedAt   string         `json:"ended_at"`
	Turns     int            `json:"turns"`
	Redacted  map[string]int `json:"redacted"`
}

func newPilotRow(e ingest.Event) pilotRow {
	s := e.Segment
	row := pilotRow{Connector: e.Connector, Session: s.Session, Project: s.Project, Title: e.Summary.Title,
		Summary: e.Summary.Summary, EndedAt: s.EndedAt.UTC().Format("2006-01-02T15:04:05Z"), Turns: len(s.Turns), Redacted: s.Redactions}
	if row.Redacted == nil {
		row.Redacted = map[string]int{}
	}
	return row
}

func (p pilotRow) redacted() string {
	if len(p.Redacted) == 0 {
		return "nothing redacted"
	}
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(p.Redacted)) {
		parts = append(parts, fmt.Sprintf("%d %s", p.Redacted[k], k))
	}
	return "redacted: " + strings.Join(parts, ", ")
}

// runRow is a run as --json shows it.
type runRow struct {
	Connector string         `json:"connector"`
	Sessions  int            `json:"sessions"`
	Segments  int            `json:"segments"`
	Stored    int            `json:"stored"`
	Known     int            `json:"known"`
	Failed    int            `json:"failed"`
	Notes     int            `json:"notes"`
	Redacted  map[string]int `json:"redacted"`
	Warnings  []string       `json:"warnings"`
	Error     string         `json:"error,omitempty"`
	Seconds   float64        `json:"seconds"`
}

func newRunRows(runs []server.Run) []runRow {
	rows := make([]runRow, 0, len(runs))
	for _, run := range runs {
		rows = append(rows, runRow{run.Connector, run.Sessions, run.Segments, run.Stored, run.Skipped, run.Failed,
			run.Notes, run.Redacted, run.Warnings, run.Error, run.EndedAt.Sub(run.StartedAt).Seconds()})
	}
	return rows
}

// runTable prints what each connector brought.
func (r *run) runTable(runs []server.Run) {
	rows := [][]string{}
	var sum server.Run
	row := func(run server.Run) []string {
		return []string{run.Connector, strconv.Itoa(run.Sessions), strconv.Itoa(run.Segments), strconv.Itoa(run.Stored), strconv.Itoa(run.Skipped), strconv.Itoa(run.Notes)}
	}
	for _, run := range runs {
		rows = append(rows, row(run))
		sum.Sessions += run.Sessions
		sum.Segments += run.Segments
		sum.Stored += run.Stored
		sum.Skipped += run.Skipped
		sum.Notes += run.Notes
	}
	if len(runs) > 1 {
		sum.Connector = "total"
		rows = append(rows, row(sum))
	}
	r.out.table("", []string{"connector", "sessions", "segments", "stored", "known", "notes"}, rows)
	if sum.Notes > 0 {
		r.out.line("%s: records that are damaged or too long, which were passed over.", count(sum.Notes, "note"))
	}
}

// complain tells on stderr what went wrong in runs, and whether anything did.
func (r *run) complain(runs []server.Run) (any bool) {
	for _, run := range runs {
		for _, w := range run.Warnings {
			r.err.line("warning: %s: %s", run.Connector, visible(w))
		}
		if run.Error != "" {
			any = true
			r.err.line("%s %s: %s", r.err.style(red, "error:"), run.Connector, strings.ReplaceAll(visible(run.Error), "\n", "; "))
		}
	}
	return any
}

// kinds are counts by kind, the most frequent first.
func kinds(m map[string]int) []string {
	list := slices.Sorted(maps.Keys(m))
	sort.SliceStable(list, func(i, j int) bool { return m[list[i]] > m[list[j]] })
	return list
}
