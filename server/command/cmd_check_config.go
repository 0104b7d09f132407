package command

import (
	"errors"

	"jezero/server/app"
	"jezero/server/config"
)

type checkConfigCommand struct {
	JSON bool `name:"json" help:"Print the outcome as JSON."`
}

// Help is the manual of the command.
func (checkConfigCommand) Help() string {
	return `Reads the configuration as the other commands do and says everything that is wrong with it, each with file, line and column; then which environment variables it names and whether they are set, never their values.

Exit codes: 0 it can be used (warnings may stand in the output); 1 it cannot; 2 there is none, or it cannot be read.`
}

// problemRow is a config.Problem as --json shows it.
type problemRow struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
	What string `json:"what"`
	Do   string `json:"do"`
}

func (c *checkConfigCommand) Run(r *run) error {
	path, err := app.Find(r.config, r.env())
	if err != nil {
		return err
	}
	l, err := app.Open(path, r.env())
	var bad *config.Error
	if errors.As(err, &bad) {
		if c.JSON {
			problems := []problemRow{}
			for _, p := range bad.Problems {
				problems = append(problems, problemRow(p))
			}
			if err := r.out.json(map[string]any{"path": path, "problems": problems}); err != nil {
				return err
			}
			return notGood
		}
		for _, p := range bad.Problems {
			r.out.line("%s", p)
		}
		r.out.line("%s in %s.", count(len(bad.Problems), "problem"), path)
		return notGood
	}
	if err != nil {
		return err
	}
	report := l.Config.Check()
	if c.JSON {
		return r.out.json(report)
	}
	r.out.line("%s can be used: %s, %s (%d enabled).", report.Path, count(report.Clients, "client"), count(report.Connectors, "connector"), report.Enabled)
	r.out.line("The chain keys are in %s.", report.ChainKeys)
	if len(report.Variables) > 0 {
		var rows [][]string
		for _, v := range report.Variables {
			set := "not set"
			if v.Set {
				set = "set in " + v.From
			}
			rows = append(rows, []string{v.Name, set, v.Where})
		}
		r.out.line("")
		r.out.table("", []string{"variable", "value", "named by"}, rows)
	}
	for _, w := range report.Warnings {
		r.out.line("warning: %s", w)
	}
	return nil
}
