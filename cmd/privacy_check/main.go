// Command privacy_check stops names, home paths, private addresses and
// credentials before they are committed. See privacy_check --help.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/term"

	"jezero/privacycheck/command"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	c := &command.Command{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Env: os.Environ(),
		Terminal: func() bool { return term.IsTerminal(int(os.Stdout.Fd())) },
	}
	code := c.Run(ctx)
	stop()
	os.Exit(code)
}
