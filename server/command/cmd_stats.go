package command

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"jezero/server/sqlite"
)

type statsCommand struct {
	Spend bool `help:"Show what models took, by month, instead."`
	JSON  bool `name:"json" help:"Print the counts as JSON."`
}

// Help is the manual of the command.
func (statsCommand) Help() string {
	return `Reads the library itself: items by source and project, what was redacted in them, and the size of the file. With --spend, the tokens that models took, by month.

Exit codes: 0 done; 2 could not run.`
}

// shownProjects is how many projects the table lists.
const shownProjects = 15

func (c *statsCommand) Run(r *run) error {
	l, err := r.library()
	if err != nil {
		return err
	}
	reader, err := l.Reader()
	if err != nil {
		return err
	}
	defer reader.Close()
	st, err := reader.Stats(r.ctx)
	if err != nil {
		return err
	}
	if c.Spend {
		return c.spend(r, st.Spend, l.Config.Summarizer.MonthlyTokenCap)
	}
	if c.JSON {
		return r.out.json(newStatsView(l.Config.Server.Database, st))
	}
	r.out.line("%s: %s, %s, %s", l.Config.Server.Database, count(st.Items, "item"), count(st.Events, "event"), size(st.Bytes))
	if len(st.Sources) > 0 {
		r.out.heading("Sources", "")
		var rows [][]string
		for _, s := range st.Sources {
			rows = append(rows, []string{s.Name, strconv.Itoa(s.Items), day(s.Newest)})
		}
		r.out.table("  ", []string{"source", "items", "newest"}, rows)
	}
	if len(st.Projects) > 0 {
		r.out.heading("Projects", "")
		names := kinds(st.Projects)
		var rows [][]string
		for _, p := range names[:min(shownProjects, len(names))] {
			rows = append(rows, []string{p, strconv.Itoa(st.Projects[p])})
		}
		r.out.table("  ", []string{"project", "items"}, rows)
		if more := len(names) - shownProjects; more > 0 {
			r.out.line("  and %s", count(more, "more project"))
		}
	}
	if len(st.Redactions) > 0 {
		r.redactionsOf("What was redacted, on the way in or later", st.Redactions)
	}
	if st.Forgotten > 0 {
		r.out.line("")
		r.out.line("Forgotten on purpose: %s (an item, session, project or source each).", count(st.Forgotten, "thing"))
	}
	if st.Scrub {
		r.err.line("warning: %s", sqlite.ErrOldBytes)
	}
	return nil
}

// spendRow is what one model took in one month.
type spendRow struct {
	Month  string `json:"month"` // UTC
	Model  string `json:"model"`
	Calls  int    `json:"calls"`
	Input  int    `json:"input_tokens"`
	Output int    `json:"output_tokens"`
}

func (c *statsCommand) spend(r *run, list []sqlite.Spend, limit int64) error {
	rows, table := []spendRow{}, [][]string{}
	for _, s := range list {
		rows = append(rows, spendRow{s.Month, s.Model, s.Calls, s.InputTokens, s.OutputTokens})
		table = append(table, []string{s.Month, s.Model, strconv.Itoa(s.Calls), strconv.Itoa(s.InputTokens), strconv.Itoa(s.OutputTokens)})
	}
	if c.JSON {
		return r.out.json(map[string]any{"monthly_token_cap": limit, "spend": rows})
	}
	if len(rows) == 0 {
		r.out.line("No model was asked yet.")
	} else {
		r.out.table("", []string{"month", "model", "calls", "tokens in", "tokens out"}, table)
	}
	if limit > 0 {
		r.out.line("At most %d tokens a month, in and out.", limit)
	}
	return nil
}

// statsView is the counts as --json shows them.
type statsView struct {
	Path       string         `json:"path"`
	Items      int            `json:"items"`
	Events     int            `json:"events"`
	Bytes      int64          `json:"bytes"`
	Forgotten  int            `json:"forgotten"`
	Sources    []statsSource  `json:"sources"`
	Projects   map[string]int `json:"projects"`
	Rules      map[string]int `json:"rules"`
	Redactions map[string]int `json:"redactions"`
}

type statsSource struct {
	Name   string `json:"name"`
	Items  int    `json:"items"`
	Newest string `json:"newest"`
}

func newStatsView(path string, st sqlite.Stats) statsView {
	v := statsView{path, st.Items, st.Events, st.Bytes, st.Forgotten, []statsSource{}, maps.Clone(st.Projects), st.Rules, st.Redactions}
	for _, s := range st.Sources {
		v.Sources = append(v.Sources, statsSource{s.Name, s.Items, day(s.Newest)})
	}
	slices.SortFunc(v.Sources, func(a, b statsSource) int { return b.Items - a.Items })
	return v
}

// size is a number of bytes for people.
func size(n int64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%d KiB", (n+1023)/1024)
}
