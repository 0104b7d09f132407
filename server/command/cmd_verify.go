package command

import (
	"jezero/server/chain"
)

type verifyCommand struct {
	JSON bool `name:"json" help:"Print the report as JSON."`
}

// Help is the manual of the command.
func (verifyCommand) Help() string {
	return `Recomputes the chain of events of every source with the chain keys, compares its end with the signed head, and every item with the event that it comes from. It shows every overwrite, deletion, reordering, change of date and cut tail by someone who does not hold the keys. It changes nothing.

Exit codes: 0 nothing is wrong; 1 something is, or the head is missing; 2 could not run (no library, no keys).`
}

// shownProblems is how many problems are printed.
const shownProblems = 20

func (c *verifyCommand) Run(r *run) error {
	l, err := r.library()
	if err != nil {
		return err
	}
	report, err := l.Verify(r.ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		if report.Problems == nil {
			report.Problems = []chain.Problem{}
		}
		if err := r.out.json(report); err != nil {
			return err
		}
	} else {
		for _, p := range report.Problems[:min(shownProblems, len(report.Problems))] {
			r.out.line("%s", visible(p.String()))
		}
		if more := report.Total - shownProblems; more > 0 {
			r.out.line("and %s", count(more, "more problem"))
		}
		verdict := "everything is as it was signed"
		if report.Total > 0 {
			verdict = count(report.Total, "problem")
		}
		r.out.line("%s, %s, %s: %s", count(len(report.Sources), "source"), count(report.Events, "event"), count(report.Items, "item"), verdict)
	}
	switch code := report.ExitCode(); {
	case code == 0 && report.Total > 0:
		return notGood
	case code != 0:
		return exit(code)
	}
	return nil
}
