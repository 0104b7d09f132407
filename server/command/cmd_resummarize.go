package command

import (
	"fmt"
	"strings"

	"jezero/server/app"
)

type resummarizeCommand struct {
	Since   string `placeholder:"DATE" help:"Only items that ended on or after this date (2026-03-31)."`
	Source  string `placeholder:"NAME" help:"Only this source."`
	Project string `placeholder:"NAME" help:"Only this project."`
	All     bool   `help:"Also items that the configured summariser made."`
	JSON    bool   `name:"json" help:"Print the outcome as JSON."`
}

// Help is the manual of the command.
func (resummarizeCommand) Help() string {
	return `Summarises what is stored with the summariser that is configured now: titles, summaries, questions and facts; the dialogue stays. Without --all only items that another summariser made are done. An item keeps its id and gets the next revision.

It can be interrupted at any time; the same command goes on where it stopped (with --all it begins anew). A model's tokens are counted as in a run (jezero stats --spend), and the monthly cap holds.

Exit codes: 0 done; 1 some items could not be summarised and keep what they had; 2 could not run.`
}

func (c *resummarizeCommand) Run(r *run) error {
	since, err := date("--since", c.Since)
	if err != nil {
		return err
	}
	l, err := r.library()
	if err != nil {
		return err
	}
	progress, clear := r.newBar("summarising")
	res, err := l.Resummarize(r.ctx, app.ResummarizeOptions{Since: since, Source: c.Source, Project: c.Project, All: c.All, Progress: progress})
	clear()
	if err != nil {
		if res.Stored > 0 {
			r.err.line("%s summarised anew until then; the same command goes on from there.", count(res.Stored, "item"))
		}
		return err
	}
	if c.JSON {
		if err := r.out.json(map[string]any{"summarizer": res.Summarizer, "seen": res.Seen, "stored": res.Stored, "failed": res.Failed,
			"input_tokens": res.Usage.InputTokens, "output_tokens": res.Usage.OutputTokens}); err != nil {
			return err
		}
	} else {
		r.out.line("%d of %s summarised anew, by %s.", res.Stored, count(res.Seen, "item"), res.Summarizer)
	}
	if res.Failed > 0 {
		r.err.line("%s not summarised, and left as before: %s; the first: %s", r.err.style(red, "error:"), count(res.Failed, "item"), visible(strings.ReplaceAll(fmt.Sprint(res.First), "\n", "; ")))
		return notGood
	}
	return nil
}
