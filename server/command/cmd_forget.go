package command

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/term"

	"jezero/server"
	"jezero/server/app"
	"jezero/server/sqlite"
)

type forgetCommand struct {
	Item    string `placeholder:"ID" help:"One item, by the id that stands in [brackets]."`
	Session string `placeholder:"ID" help:"All of a session; with --source only what that source brought."`
	Project string `placeholder:"NAME" help:"All of a project."`
	Source  string `placeholder:"NAME" help:"All of a source."`
	Backups bool   `help:"From the backups that jezero made, too."`
	Yes     bool   `short:"y" help:"Do not ask."`
	JSON    bool   `name:"json" help:"Print the outcome as JSON; goes with --yes."`
}

// Help is the manual of the command.
func (forgetCommand) Help() string {
	return `Deletes what is named, for good: items, their index, and every old byte of them in the database and its write-ahead log. A note that it was forgotten stays, so that it does not come back when its source is read again; new sessions of a project or source that was forgotten are not stored either. The chain of events shows that something was deleted, not what.

The sessions themselves, where the agents keep them, are not touched, nor are uploads in the inbox. Backups that jezero made are rewritten with --backups.

What was forgotten before is no error: when that was interrupted, this finishes it.

Exit codes: 0 done; 1 nothing of it is stored, or it is done but old bytes may remain; 2 could not run.`
}

func (c *forgetCommand) target() (sqlite.ForgetTarget, error) {
	given := 0
	for _, s := range []string{c.Item, c.Session, c.Project, c.Source} {
		if s != "" {
			given++
		}
	}
	switch {
	case given == 2 && c.Session != "" && c.Source != "":
		return sqlite.ForgetTarget{Scope: sqlite.ForgetSession, Source: c.Source, Name: c.Session}, nil
	case given != 1:
		return sqlite.ForgetTarget{}, errors.New("forget wants exactly one of --item ID, --session ID, --project NAME, --source NAME")
	case c.Item != "":
		return sqlite.ForgetTarget{Scope: sqlite.ForgetItem, Name: strings.Trim(c.Item, "[]")}, nil
	case c.Session != "":
		return sqlite.ForgetTarget{Scope: sqlite.ForgetSession, Name: c.Session}, nil
	case c.Project != "":
		return sqlite.ForgetTarget{Scope: sqlite.ForgetProject, Name: c.Project}, nil
	}
	return sqlite.ForgetTarget{Scope: sqlite.ForgetSource, Name: c.Source}, nil
}

func (c *forgetCommand) Run(r *run) error {
	target, err := c.target()
	if err != nil {
		return err
	}
	if c.JSON && !c.Yes {
		return errors.New("--json goes with --yes")
	}
	l, err := r.library()
	if err != nil {
		return err
	}
	plan, err := l.PlanForget(r.ctx, target)
	if errors.Is(err, server.ErrNotFound) {
		r.err.line("Nothing is stored of that %s.", target.Scope)
		return notGood
	}
	if err != nil {
		return err
	}
	if !c.Yes && plan.Items > 0 {
		r.forgetPlan(plan, l.Redactor.String)
		if err := r.confirm(fmt.Sprintf("Forget %s for good?", count(plan.Items, "item"))); err != nil {
			return err
		}
	}
	n, err := l.Forget(r.ctx, plan, c.Backups)
	oldBytes := errors.Is(err, sqlite.ErrOldBytes)
	if err != nil && !doneBut(err) {
		return err
	}
	if c.JSON {
		if err := r.out.json(map[string]any{"forgotten": n, "backups": c.Backups, "old_bytes": oldBytes}); err != nil {
			return err
		}
	} else if plan.Items == 0 {
		r.out.line("It was forgotten before: nothing was left to forget.")
	} else {
		r.out.line("%s forgotten.", count(n, "item"))
	}
	if target.Scope == sqlite.ForgetProject || target.Scope == sqlite.ForgetSource {
		r.err.line("note: nothing of that %s is stored from now on, new sessions included", target.Scope)
	}
	if plan.Backups > 0 && !c.Backups {
		r.err.line("note: %s may still hold it; the next jezero forget with --backups takes it out there, too", count(plan.Backups, "backup"))
	}
	if err != nil {
		r.warn(err)
		return notGood
	}
	return nil
}

func (r *run) forgetPlan(p *app.ForgetPlan, redact func(string) string) {
	for _, t := range p.Titles {
		r.err.line("  %s", clip(redact(t), width-2))
	}
	if more := p.Items - len(p.Titles); more > 0 {
		r.err.line("  and %s", count(more, "more item"))
	}
}

// confirm asks on a terminal. Where there is none, --yes is wanted.
func (r *run) confirm(question string) error {
	f, ok := r.Stdin.(interface{ Fd() uintptr })
	if !ok || !term.IsTerminal(int(f.Fd())) || !r.err.terminal {
		return errors.New("this cannot be undone, and there is no terminal to ask on: add --yes")
	}
	fmt.Fprintf(r.err.w, "%s [y/N] ", question)
	answer, err := bufio.NewReader(r.Stdin).ReadString('\n')
	if a := strings.ToLower(strings.TrimSpace(answer)); err == nil && (a == "y" || a == "yes") {
		return nil
	}
	return errors.New("nothing was changed")
}
