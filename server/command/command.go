// Package command is the command line of jezero.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"jezero/server/app"
	"jezero/server/config"
)

// Command runs jezero as exec.Cmd would run a program, in process.
type Command struct {
	Args   []string // without the program's name
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	Env    []string // NAME=value
	Dir    string   // where relative paths start; "" is the process's own
	// Self starts this program again, for children; nil is the executable.
	Self []string
}

const description = `A memory for coding agents, on your own computer.

jezero reads the sessions of coding agents, removes credentials, summarises them and keeps them in one SQLite file. Agents search it through a read-only MCP server.

Start with "jezero demo" to see it at work on sample sessions, or with "jezero up" on your own.

The configuration is the file named with --config, else by $JEZERO_CONFIG, else ./jezero.toml, else jezero.toml in the data folder ($XDG_DATA_HOME/jezero or ~/.local/share/jezero).

Exit codes: 0 done or good; 1 not good: something is wrong with what was looked at, or a part could not be read; 2 could not run: wrong usage, no or a bad configuration, the port or the lock is taken.`

type grammar struct {
	Config string `short:"c" placeholder:"FILE" help:"The configuration file."`

	Demo         demoCommand         `cmd:"" help:"Show everything at work on sample sessions, and serve them."`
	Up           upCommand           `cmd:"" help:"Read this user's own sessions and serve them."`
	Run          runCommand          `cmd:"" help:"Read what is new into the library."`
	Serve        serveCommand        `cmd:"" help:"Serve the library to agents."`
	Search       searchCommand       `cmd:"" help:"Search the library itself."`
	Stats        statsCommand        `cmd:"" help:"Count what the library holds."`
	Health       healthCommand       `cmd:"" help:"Say whether every connector still brings sessions."`
	Verify       verifyCommand       `cmd:"" help:"Prove that nothing stored was changed, removed or reordered."`
	RedactStored redactStoredCommand `cmd:"" help:"Apply today's redaction rules to what is stored."`

	Resummarize resummarizeCommand `cmd:"" help:"Summarise anew what is stored."`
	Retag       retagCommand       `cmd:"" help:"Apply today's project rules to what is stored."`
	Forget      forgetCommand      `cmd:"" help:"Delete an item, session, project or source for good."`
	Backup      backupCommand      `cmd:"" help:"Write a copy of the library, while it is in use."`
	Restore     restoreCommand     `cmd:"" help:"Put a backup in the library's place."`
	Vacuum      vacuumCommand      `cmd:"" help:"Give back the room that deleted items left."`
	Chain       chainCommand       `cmd:"" help:"Change the keys that sign what is stored."`
	Doctor      doctorCommand      `cmd:"" help:"Look at everything that could go wrong, and say what to do."`

	Device      deviceCommand      `cmd:"" help:"Let devices in, and keep them out."`
	Agents      agentsCommand      `cmd:"" help:"List the agents whose sessions can be read."`
	NewToken    newTokenCommand    `cmd:"" help:"Make a key for a client."`
	CheckConfig checkConfigCommand `cmd:"" help:"Say what is wrong with the configuration, or missing."`
	Version     versionCommand     `cmd:"" help:"Print the version."`
}

// run is what a command works with.
type run struct {
	*Command
	ctx    context.Context
	config string // --config
	out    *printer
	err    *printer
}

// exit is an exit code without a message: everything was said already. It also
// carries kong's wish to end the process up to Run.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// Exit codes.
const (
	notGood     = exit(1)
	couldNotRun = 2
)

// Run parses the arguments, does what they say and returns the exit code.
func (c *Command) Run(ctx context.Context) (code int) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case exit:
			code = int(p)
		default:
			panic(p)
		}
	}()
	var g grammar
	parser, err := kong.New(&g,
		kong.Name("jezero"),
		kong.Description(description),
		kong.Writers(c.Stdout, c.Stderr),
		kong.Exit(func(code int) { panic(exit(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: width}),
	)
	if err != nil {
		panic("jezero: internal error: " + err.Error())
	}
	r := &run{Command: c, ctx: ctx, out: newPrinter(c.Stdout, c.getenv), err: newPrinter(c.Stderr, c.getenv)}
	parsed, err := parser.Parse(c.Args)
	if err == nil {
		r.config = g.Config
		err = parsed.Run(r)
	}
	return r.finish(err)
}

// finish tells an error and turns it into an exit code.
func (r *run) finish(err error) int {
	var code exit
	var bad *config.Error
	var usage *kong.ParseError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	case r.ctx.Err() != nil && errors.Is(err, context.Canceled):
		r.err.line("jezero: interrupted")
	case errors.As(err, &bad):
		if before, _, wrapped := strings.Cut(err.Error(), ":\n"); wrapped && err != error(bad) {
			r.err.line("jezero: %s", before)
		}
		r.err.line("jezero: the configuration has %s:", count(len(bad.Problems), "problem"))
		for _, p := range bad.Problems {
			r.err.line("  %s", p)
		}
	case errors.As(err, &usage):
		r.err.line("jezero: %s", err)
		r.err.line("hint: jezero %s--help", commandOf(usage))
	default:
		r.err.line("jezero: %s", err)
	}
	return couldNotRun
}

// unlessInterrupted is the outcome of a command that goes on until it is
// interrupted: then it is done, however far it had come.
func (r *run) unlessInterrupted(err error) error {
	if r.ctx.Err() != nil && errors.Is(err, context.Canceled) {
		r.err.line("Interrupted.")
		return nil
	}
	return err
}

// commandOf is the command that was being parsed, with a blank, or nothing.
func commandOf(e *kong.ParseError) string {
	if e.Context != nil {
		if s := e.Context.Selected(); s != nil {
			return s.Name + " "
		}
	}
	return ""
}

func (c *Command) lookup(name string) (string, bool) {
	for i := len(c.Env) - 1; i >= 0; i-- {
		if k, v, ok := strings.Cut(c.Env[i], "="); ok && k == name {
			return v, true
		}
	}
	return "", false
}

func (c *Command) getenv(name string) string {
	v, _ := c.lookup(name)
	return v
}

func (r *run) env() app.Environment { return app.Environment{Lookup: r.lookup, Dir: r.Dir} }

// library opens the configuration that is meant, and tells its warnings.
func (r *run) library() (*app.Library, error) {
	l, err := r.libraryQuietly()
	if err != nil {
		return nil, err
	}
	for _, w := range l.Config.Warnings {
		r.err.line("warning: %s", w)
	}
	return l, nil
}

// libraryQuietly is library for who tells the warnings otherwise.
func (r *run) libraryQuietly() (*app.Library, error) {
	path, err := app.Find(r.config, r.env())
	if err != nil {
		return nil, err
	}
	return app.Open(path, r.env())
}
