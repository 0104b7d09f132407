// Package command is the redact program: a filter, a rewriter of files, a
// reporter of findings, a search over redacted text and a co-process for other
// languages. Start with Command.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"jezero/redact"
	"jezero/redact/pattern"
)

// Exit codes. Findings win over errors.
const (
	exitClean    = 0 // done, nothing found
	exitFindings = 1 // --check, --findings, --explain: something was found; grep: nothing matched; eval: not good enough
	exitFailed   = 2 // could not run, usage included
)

// Command is one run of the program, in the manner of exec.Cmd.
type Command struct {
	Args   []string // without the program's name
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	Env    []string // NAME=value
	Dir    string   // where relative file names start; empty: the process's own
}

const description = `Replaces credentials in text by [REDACTED:<kind>] and leaves every other byte alone.

Without a command it filters standard input, or the files, to standard output. With --check, --findings, --explain, --diff or --in-place it looks at files and folders instead.

Exit codes: 0 done; 1 something was found (--check, --findings, --explain, --diff), nothing matched (grep), not good enough (eval); 2 could not run.`

// cli is the grammar.
type cli struct {
	Version    versionFlag   `help:"Print the version of the program and of its rule set."`
	Filter     filterCmd     `cmd:"" default:"withargs" help:"Filter standard input or files (the default)."`
	Records    recordsCmd    `cmd:"" help:"Answer JSON lines {\"id\", \"text\"} with {\"id\", \"text\"} redacted, in order, flushed per line: a co-process for any language. A bad line is answered with {\"error\"}."`
	Grep       grepCmd       `cmd:"" help:"Search text as it reads once redacted; a pattern cannot probe for a secret's value."`
	Rules      rulesCmd      `cmd:"" help:"List the rules, or show some of them."`
	Eval       evalCmd       `cmd:"" help:"Measure recall and false alarms on labelled cases."`
	Lab        labCmd        `cmd:"" help:"Test a new credential pattern: every dress, near misses, false alarms, worst case."`
	Completion completionCmd `cmd:"" help:"Print a completion script for bash, zsh or fish."`
}

// options are the flags that decide what is redacted.
type options struct {
	KnownEnv bool     `help:"Also replace the values of environment variables whose names hold a secret, in any encoding."`
	Pattern  []string `placeholder:"KIND=REGEXP" help:"Also replace what the pattern matches (regexp2 syntax, one line at a time). May be repeated." sep:"none"`
	Disable  []string `placeholder:"RULE" help:"Leave out rules, by id."`
}

func (o *options) redactor(env []string) (*redact.Redactor, error) {
	var opts []redact.Option
	if o.KnownEnv {
		opts = append(opts, redact.WithKnown(redact.KnownFromEnv(env)...))
	}
	var specs []pattern.Spec
	for _, p := range o.Pattern {
		kind, re, ok := strings.Cut(p, "=")
		if !ok {
			return nil, errors.New("--pattern wants KIND=REGEXP, such as acme-key=acme_[0-9a-f]{32}")
		}
		specs = append(specs, pattern.Spec{Kind: kind, Pattern: re})
	}
	if len(specs) > 0 {
		opt, err := pattern.Option(specs...)
		if err != nil {
			return nil, fmt.Errorf("--pattern: %w", err)
		}
		opts = append(opts, opt)
	}
	if len(o.Disable) > 0 {
		opts = append(opts, redact.WithDisabledRules(o.Disable...))
	}
	return redact.New(opts...)
}

// exit is an error that only carries an exit code: everything is said already.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// Run runs the program and returns its exit code.
func (c *Command) Run(ctx context.Context) (code int) {
	if len(c.Args) == 0 {
		// What hooks and pipes ask for: to read the grammar takes longer than a short text.
		return c.exitCode(new(filterCmd).Run(ctx, c))
	}
	var g cli
	stopped := false
	parser, err := kong.New(&g,
		kong.Name("redact"),
		kong.Description(description),
		kong.Writers(c.Stdout, c.Stderr),
		kong.Exit(func(n int) { stopped, code = true, n }),
		kong.Help(help),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
	if err != nil {
		panic("redact/command: internal error: " + err.Error())
	}
	parsed, err := parser.Parse(c.Args)
	if stopped { // --help or --version
		return code
	}
	if err != nil {
		return c.fail(fmt.Errorf("%w\nhint: redact --help", err))
	}
	return c.exitCode(parsed.Run(ctx, c))
}

// exitCode tells of an error, if that is left to do, and what to exit with.
func (c *Command) exitCode(err error) int {
	var e exit
	switch {
	case err == nil:
		return exitClean
	case errors.As(err, &e):
		return int(e)
	case errors.Is(err, os.ErrClosed) || isBrokenPipe(err):
		return exitClean // the reader went away: head, less
	}
	return c.fail(err)
}

func (c *Command) fail(err error) int {
	fmt.Fprintf(c.Stderr, "redact: %s\n", strings.TrimPrefix(err.Error(), "redact: ")) // the library begins so, too
	return exitFailed
}

// number is a count with its noun.
func number(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func (c *Command) warn(format string, args ...any) {
	fmt.Fprintf(c.Stderr, "redact: "+format+"\n", args...)
}
