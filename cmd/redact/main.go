// Redact replaces credentials in text by [REDACTED:<kind>].
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"jezero/redact/command"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	cmd := command.Command{
		Args:   os.Args[1:],
		Env:    os.Environ(),
		Stdin:  os.Stdin,
		Stdout: os.Stdout,
		Stderr: os.Stderr,
	}
	code := cmd.Run(ctx)
	stop()
	os.Exit(code)
}
