package command

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// grace is how long a run may take to end once it was told to.
const grace = 300 * time.Millisecond

// Main is Run for a whole process: SIGINT and SIGTERM end it. A run that hears
// nothing, as it waits for a file or for what is piped in, is left behind.
func (c *Command) Main() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	code := make(chan int, 1)
	go func() { code <- c.Run(ctx) }()
	select {
	case n := <-code:
		return n
	case <-ctx.Done():
	}
	select {
	case n := <-code:
		return n
	case <-time.After(grace):
		fmt.Fprintln(c.Stderr, "privacy_check: stopped before it had seen everything")
		return Broken
	}
}
