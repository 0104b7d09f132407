package command

import (
	"errors"
	"fmt"
	"log/slog"
	"os"

	"jezero/server"
	"jezero/server/app"
	"jezero/server/ingest"
)

type upCommand struct {
	Dir  string `placeholder:"DIR" help:"Where configuration, key and library are kept; default the data folder."`
	Once bool   `help:"Read what is new and exit, instead of serving."`
}

// Help is the manual of the command.
func (upCommand) Help() string {
	return `Finds the sessions of this user's coding agents, writes a commented jezero.toml and a key file (mode 0600) where there is none, reads what is new into the library, and serves it at 127.0.0.1:8765. While it serves, it looks every five minutes which connectors are due: each is read again once its interval_minutes (15) have passed.

Nothing leaves this computer: the summaries are made without a model. A session is read once it has been quiet for half an hour.

Another run only takes what is new, and changes nothing in jezero.toml.

Exit codes: 0 done or interrupted; 1 something could not be read; 2 could not run (no sessions found, a bad configuration, the port is taken).`
}

func (c *upCommand) Run(r *run) error {
	if r.config != "" {
		return errors.New("up goes by its folder: use --dir, or run and serve with --config")
	}
	err := c.up(r)
	if !c.Once {
		err = r.unlessInterrupted(err)
	}
	return err
}

func (c *upCommand) up(r *run) error {
	u, err := app.PrepareUp(r.ctx, c.Dir, r.env())
	if err != nil {
		return err
	}
	for _, w := range u.Config.Warnings {
		r.err.line("warning: %s", w)
	}
	if u.Wrote {
		r.out.line("Wrote %s", u.Config.Path)
		for _, k := range u.Config.Connectors {
			r.out.line("  %s reads %s", k.Name, k.Root)
		}
		r.out.line("")
	}
	for _, s := range u.Unread {
		r.err.line("note: %s holds sessions of %s that no [[connectors]] entry in %s reads", s.Root, s.Agent, u.Config.Path)
	}
	bar, clear := r.newProgress()
	waiting := 0
	runs, err := u.Run(r.ctx, app.RunOptions{Progress: func(e ingest.Event) {
		if e.Kind == ingest.EventStart {
			waiting += e.Waiting
		}
		if bar != nil {
			bar(e)
		}
	}})
	clear()
	if err != nil && (c.Once || !errors.Is(err, ingest.ErrBusy)) {
		return err
	}
	if err != nil {
		r.err.line("note: %s; serving what is there", err)
	}
	r.upShow(u.Wrote, runs)
	if waiting > 0 {
		r.out.line("Left for later, as not yet quiet for settle_minutes: %s.", count(waiting, "source"))
	}
	if c.Once {
		return verdict(runs)
	}
	ln, err := u.Listen(r.ctx)
	if err != nil {
		var port *app.PortError
		if errors.As(err, &port) && len(runs) > 0 {
			return fmt.Errorf("%w (what was read is stored)", err)
		}
		return err
	}
	log := r.logger(slog.LevelWarn)
	s, err := u.NewServer(ln, log)
	if err != nil {
		return err
	}
	if u.HasKey() {
		r.connect(u.KeyFile, "jezero")
		r.out.line("")
	}
	r.out.line("Serving at %s/mcp", s.URL)
	r.out.line("New sessions are read every quarter of an hour (interval_minutes). Ctrl-C stops it.")
	r.out.line("What was read by then: jezero stats. Whether all is well: jezero health.")
	self, err := r.self()
	if err != nil {
		log.Warn("new sessions are not read while serving", "error", err)
	} else {
		go app.Schedule(r.ctx, app.ScheduleEvery, log, append(self, "run", "--due", "--config", u.Config.Path)...)
	}
	return s.Serve(r.ctx)
}

// self is how this program is started again.
func (r *run) self() ([]string, error) {
	if r.Self != nil {
		return r.Self, nil
	}
	exe, err := os.Executable()
	return []string{exe}, err
}

func (r *run) upShow(wrote bool, runs []server.Run) {
	if len(runs) == 0 {
		return
	}
	r.runTable(runs)
	all := map[string]int{}
	sessions := 0
	for _, run := range runs {
		sessions += run.Sessions
		for k, n := range run.Redacted {
			all[k] += n
		}
	}
	if len(all) > 0 {
		r.redactions(all)
	}
	r.complain(runs)
	if wrote && sessions == 0 {
		r.out.line("Nothing to read yet: a session is read once it has been quiet for half an hour.")
	}
}
