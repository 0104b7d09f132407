package command

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"jezero/server/app"
)

type doctorCommand struct {
	All  bool `short:"a" help:"Show what is fine, too."`
	JSON bool `name:"json" help:"Print the outcome as JSON."`
}

// Help is the manual of the command.
func (doctorCommand) Help() string {
	return `Looks at the configuration and its variables, file modes, disk, chain keys, library and search index; at every connector, and every place where this user's agents keep sessions: are there any, can the newest be read, when did the last item come; and at the settings by which agents remove their own sessions. It changes nothing.

Exit codes: 0 nothing is bad (notes may stand in the output); 1 something is; 2 could not run.`
}

func (c *doctorCommand) Run(r *run) error {
	l, err := r.libraryQuietly()
	if err != nil {
		return err
	}
	d, err := l.Doctor(r.ctx, time.Now())
	if err != nil {
		return err
	}
	if c.JSON {
		if err := r.out.json(d); err != nil {
			return err
		}
	} else {
		c.show(r, d)
	}
	if !d.Good() {
		return notGood
	}
	return nil
}

func (c *doctorCommand) show(r *run, d *app.Diagnosis) {
	var rows [][]string
	waiting := 0 // connectors of devices that sent nothing of that agent
	for _, a := range d.Agents {
		if !a.Enabled && a.Sources == 0 && a.LastItem == nil {
			waiting++
			continue
		}
		name, state := a.Connector, "not read"
		if name == "" {
			name = a.Agent
		}
		switch {
		case a.State != nil:
			state = string(*a.State)
		case a.Connector != "":
			state = "disabled"
		}
		parsed := "-"
		if a.Tried > 0 {
			parsed = strconv.Itoa(a.Tried-a.Drift) + " of " + strconv.Itoa(a.Tried)
		}
		rows = append(rows, []string{name, strconv.Itoa(a.Sources), lastSeen(a.Newest), parsed, lastSeen(a.LastItem), state})
	}
	if len(rows) > 0 {
		r.out.table("", []string{"agent", "found", "newest", "parsed", "last item", "state"}, rows)
	}
	if waiting > 0 {
		r.out.line("%s disabled, and nothing is there yet.", count(waiting, "more connector"))
	}
	if len(d.Agents) > 0 {
		r.out.line("")
	}
	bad, notes := 0, 0
	for _, f := range d.Findings {
		style := green
		switch f.Grade {
		case app.Bad:
			bad++
			style = red
		case app.Note:
			notes++
			style = yellow
		default:
			if !c.All {
				continue
			}
		}
		r.out.line("%s  %s", r.out.style(style, string(f.Grade)+strings.Repeat(" ", 4-len(f.Grade))), f.About)
		r.out.paragraph("      ", f.What)
		switch {
		case f.Do == "":
		case strings.ContainsRune(f.Do, filepath.Separator): // to be copied
			r.out.line("      do: %s", f.Do)
		default:
			r.out.paragraph("      ", "do: "+f.Do)
		}
	}
	if bad+notes == 0 {
		r.out.line("Nothing is wrong.")
		return
	}
	r.out.line("")
	r.out.line("%s bad, %s.", count(bad, "thing"), count(notes, "note"))
}

func lastSeen(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return ago(t)
}
