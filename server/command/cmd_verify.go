package command

import (
	"strconv"
	"time"

	"jezero/server/app"
	"jezero/server/chain"
)

type verifyCommand struct {
	Report bool `help:"Describe the chains, too: who signed what, how items stand to them, and whether the search index fits."`
	JSON   bool `name:"json" help:"Print the outcome as JSON."`
}

// Help is the manual of the command.
func (verifyCommand) Help() string {
	return `Recomputes the chain of events of every source with the chain keys, compares its end with the signed head, and every item with the event that it comes from. It shows every overwrite, deletion, reordering, change of date and cut tail by someone who does not hold the keys. It cannot show a well-formed write by someone who does. Where redact-stored had to sign events anew, a note says which; that is no problem. It changes nothing.

Exit codes: 0 nothing is wrong; 1 something is, or the head is missing; 2 could not run (no library, no keys).`
}

// shownProblems is how many problems are printed.
const shownProblems = 20

// verifyView is the outcome as --json shows it; first is the first bad record.
type verifyView struct {
	chain.Report
	First *chain.Problem `json:"first"`
	About *reportView    `json:"report,omitempty"`
}

func (c *verifyCommand) Run(r *run) error {
	l, err := r.library()
	if err != nil {
		return err
	}
	report, err := l.Verify(r.ctx)
	if err != nil {
		return err
	}
	var about *reportView
	if c.Report {
		v, err := l.ChainReport(r.ctx)
		if err != nil {
			return err
		}
		about = newReportView(v)
	}
	if c.JSON {
		if err := r.out.json(verifyView{report, report.First(), about}); err != nil {
			return err
		}
	} else {
		r.verified(report)
		if about != nil {
			r.chainReport(about)
		}
	}
	switch code := report.ExitCode(); {
	case code == 0 && (report.Total > 0 || about != nil && about.Index == app.IndexBad):
		return notGood
	case code != 0:
		return exit(code)
	}
	return nil
}

func (r *run) verified(report chain.Report) {
	for _, p := range report.Problems[:min(shownProblems, len(report.Problems))] {
		r.out.line("%s", visible(p.String()))
	}
	if more := report.Total - shownProblems; more > 0 {
		r.out.line("and %s", count(more, "more problem"))
	}
	for _, s := range report.Resealed {
		r.out.line("note: %s: events %d to %d were signed anew on %s by redact-stored, which found something in the ids that %d of them name",
			visible(s.Source), s.From, s.Seq-1, time.UnixMilli(s.AtMS).UTC().Format(time.DateOnly), s.Changed)
	}
	verdict := "everything is as it was signed"
	if report.Total > 0 {
		verdict = count(report.Total, "problem")
	}
	r.out.line("%s, %s, %s: %s", count(len(report.Sources), "source"), count(report.Events, "event"), count(report.Items, "item"), verdict)
	switch report.ExitCode() {
	case 1:
		r.out.line("Next: jezero restore FILE, with a backup from before; or jezero forget --item ID, where only an item is named.")
	case 2:
		r.out.line("Next: bring the keys back that signed it; where [chain] says that they are kept, those are not.")
	}
}

// reportView describes the chains as --json shows them.
type reportView struct {
	Sources     []reportSource `json:"sources"`
	Keys        map[string]int `json:"events_by_key"`
	Kinds       map[string]int `json:"events_by_kind"`
	Trust       map[string]int `json:"items_by_trust"`
	Rules       map[string]int `json:"items_by_rules"`
	Summarizers map[string]int `json:"items_by_summarizer"`
	Tombstones  int            `json:"tombstones"`
	OldBytes    bool           `json:"old_bytes"`
	Index       string         `json:"search_index"` // good, bad, not checked
	Backups     []string       `json:"backups"`
}

type reportSource struct {
	Source string `json:"source"`
	Events int    `json:"events"`
	Items  int    `json:"items"`
	First  string `json:"first"`
	Last   string `json:"last"`
}

func newReportView(v app.ChainReport) *reportView {
	out := &reportView{Sources: []reportSource{}, Keys: v.Keys, Kinds: v.Kinds, Trust: v.Trust, Rules: v.Rules,
		Summarizers: v.Summarizers, Tombstones: v.Forgotten, OldBytes: v.OldBytes, Index: v.Index, Backups: v.Backups}
	if out.Backups == nil {
		out.Backups = []string{}
	}
	for _, s := range v.Sources {
		out.Sources = append(out.Sources, reportSource{s.Source, s.Events, s.Items, s.First.Format(time.RFC3339), s.Last.Format(time.RFC3339)})
	}
	return out
}

func (r *run) chainReport(v *reportView) {
	r.out.heading("Chains", "")
	var rows [][]string
	for _, s := range v.Sources {
		rows = append(rows, []string{s.Source, strconv.Itoa(s.Events), strconv.Itoa(s.Items), s.First[:10], s.Last[:10]})
	}
	r.out.table("  ", []string{"source", "events", "items", "first", "last"}, rows)
	for _, part := range []struct {
		title string
		m     map[string]int
	}{
		{"Events by key", v.Keys}, {"Events by kind", v.Kinds}, {"Items by trust", v.Trust},
		{"Items by rules", v.Rules}, {"Items by summariser", v.Summarizers},
	} {
		r.out.heading(part.title, "")
		rows := [][]string{}
		for _, k := range kinds(part.m) {
			rows = append(rows, []string{k, strconv.Itoa(part.m[k])})
		}
		r.out.table("  ", nil, rows)
	}
	r.out.heading("Else", "")
	yes := map[bool]string{true: "may remain; run: jezero redact-stored", false: "none"}
	r.out.table("  ", nil, [][]string{
		{"search index", v.Index}, {"forgotten", count(v.Tombstones, "tombstone")},
		{"old bytes", yes[v.OldBytes]}, {"backups", strconv.Itoa(len(v.Backups)) + " listed"},
	})
}
