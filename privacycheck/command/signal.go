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
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	code := make(chan int, 1)
	go func() { code <- c.Run(ctx) }()
	// Listening takes a thread, for which the run need not wait.
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	select {
	case n := <-code:
		return n
	case <-signals:
		stop()
	}
	select {
	case n := <-code:
		return n
	case <-time.After(grace):
		fmt.Fprintln(c.Stderr, "privacy_check: stopped before it had seen everything")
		return Broken
	}
}
