// Jezero is a memory for coding agents on their user's own computer; see
// jezero --help.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"jezero/server/command"
)

func main() {
	stops := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as it is under nohup
		stops = append(stops, syscall.SIGHUP) // a closed terminal: a demo still cleans up
	}
	ctx, stop := signal.NotifyContext(context.Background(), stops...)
	// A second signal ends the process at once.
	context.AfterFunc(ctx, stop)
	signal.Ignore(syscall.SIGPIPE)
	out := command.Pipe{File: os.Stdout, Broken: stop}
	c := command.Command{Args: os.Args[1:], Stdin: os.Stdin, Stdout: out, Stderr: os.Stderr, Env: os.Environ()}
	os.Exit(c.Run(ctx))
}
