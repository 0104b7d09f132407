package command

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"jezero/server"
	"jezero/server/app"
	"jezero/server/sqlite"
)

type searchCommand struct {
	Query   []string `arg:"" help:"Words to look for; put a phrase into quotes of its own."`
	Project string   `placeholder:"NAME" help:"Only this project."`
	Source  string   `placeholder:"NAME" help:"Only this source."`
	Since   string   `placeholder:"DATE" help:"Only what ended on or after this date (2026-03-31)."`
	Until   string   `placeholder:"DATE" help:"Only what ended on or before this date."`
	Limit   int      `short:"n" default:"10" help:"How many hits."`
	JSON    bool     `name:"json" help:"Print the hits as JSON."`
}

// Help is the manual of the command.
func (searchCommand) Help() string {
	return `Reads the library itself, so it needs no server and no key, and sees every source. Agents get the same order through the tool "search".

Exit codes: 0 something was found; 1 nothing was; 2 could not run.

Examples:

  jezero search postgres upgrade
  jezero search '"connection refused"' --project tidewatch --since 2026-01-01`
}

func (c *searchCommand) Run(r *run) error {
	q := server.Query{Text: strings.Join(c.Query, " "), Project: c.Project, Source: c.Source, Limit: c.Limit}
	if strings.TrimSpace(q.Text) == "" || c.Limit < 1 {
		return fmt.Errorf("search wants words to look for and a --limit of at least 1")
	}
	var err error
	if q.Since, err = date("--since", c.Since); err != nil {
		return err
	}
	if q.Until, err = date("--until", c.Until); err != nil {
		return err
	}
	if !q.Until.IsZero() {
		q.Until = q.Until.AddDate(0, 0, 1).Add(-time.Nanosecond)
	}
	l, err := r.library()
	if err != nil {
		return err
	}
	reader, err := l.Reader()
	if err != nil {
		return err
	}
	defer reader.Close()
	hits, err := reader.Search(r.ctx, app.Everything, q)
	if err != nil {
		return err
	}
	shown := make([]hitView, 0, len(hits))
	for _, h := range hits {
		shown = append(shown, newHitView(h, l.Redactor.String))
	}
	if c.JSON {
		err = r.out.json(map[string]any{"items": shown})
	} else {
		for i, h := range shown {
			if i > 0 {
				r.out.line("")
			}
			r.hit(h, 2)
		}
	}
	if err == nil && len(shown) == 0 {
		r.err.line("Nothing was found.")
		if err := c.unknown(r, reader); err != nil {
			return err
		}
		return notGood
	}
	return err
}

// unknown tells when the library holds no project or source of the name that was
// asked for: a slip of the pen looks like an empty past.
func (c *searchCommand) unknown(r *run, reader *sqlite.Reader) error {
	if c.Project == "" && c.Source == "" {
		return nil
	}
	st, err := reader.Stats(r.ctx)
	if err != nil {
		return err
	}
	if c.Project != "" && st.Projects[c.Project] == 0 {
		r.err.line("No item is of that --project; jezero stats lists them.")
	}
	if c.Source != "" && !slices.ContainsFunc(st.Sources, func(s server.SourceInfo) bool { return s.Name == c.Source }) {
		r.err.line("No item is of that --source; jezero stats lists them.")
	}
	return nil
}

func date(flag, s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return t, fmt.Errorf("%s wants a date like 2026-03-31", flag)
	}
	return t, nil
}
