// Package command is the redact program: a filter, a co-process for other
// languages, and a reporter of findings.
package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"jezero/redact"
)

// Exit codes.
const (
	exitClean    = 0 // done
	exitFindings = 1
	exitFailed   = 2 // could not run, usage included
)

// Command is one run of the program, in the manner of exec.Cmd.
type Command struct {
	Args   []string // without the program's name
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	Env    []string
	Dir    string
}

const usage = `usage: redact [--findings json] [FILE...]
       redact records

Replaces credentials in standard input or the files by [REDACTED:<kind>] and
writes the result to standard output.

  --findings json   instead of text, one JSON object per finding: rule, kind,
                    file, line, start, end. Never the value. Exit code 1 when
                    there is one.

redact records reads JSON lines {"id", "text"} and answers each with {"id",
"text"} where the text is redacted, in order, flushed per line. A bad line is
answered with {"error"}.

Exit codes: 0 done, 1 findings, 2 could not run.
`

// Run runs the program and returns its exit code.
func (c *Command) Run(ctx context.Context) int {
	fs := flag.NewFlagSet("redact", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	findings := fs.String("findings", "", "")
	if err := fs.Parse(c.Args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(c.Stdout, usage)
			return exitClean
		}
		return c.fail(fmt.Errorf("%w; see redact --help", err))
	}
	if *findings != "" && *findings != "json" {
		return c.fail(fmt.Errorf("--findings wants json; see redact --help"))
	}
	r, err := redact.New()
	if err != nil {
		return c.fail(err)
	}
	if fs.NArg() == 1 && fs.Arg(0) == "records" {
		if err := records(ctx, r, c.Stdin, c.Stdout); err != nil {
			return c.fail(err)
		}
		return exitClean
	}
	code := exitClean
	for in, err := range c.inputs(fs.Args()) {
		if err == nil {
			var found bool
			if *findings == "json" {
				found, err = report(r, in, c.Stdout)
			} else {
				err = filter(ctx, r, in, c.Stdout)
			}
			if found {
				code = exitFindings
			}
		}
		if err != nil {
			c.fail(err)
			if code == exitClean {
				code = exitFailed
			}
		}
	}
	return code
}

func (c *Command) fail(err error) int {
	fmt.Fprintf(c.Stderr, "redact: %v\n", err)
	return exitFailed
}
