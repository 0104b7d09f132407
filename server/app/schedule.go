package app

import (
	"bytes"
	"context"
	"log/slog"
	"os/exec"
	"syscall"
	"time"
)

// ScheduleEvery is how often sessions are looked for while `up` serves.
const ScheduleEvery = 5 * time.Minute

// Schedule starts command every so often until ctx ends, one at a time. It is
// a process of its own, so that reading never slows down or ends serving. What
// it prints on its error output goes to the log, a line each.
func Schedule(ctx context.Context, every time.Duration, log *slog.Logger, command ...string) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			runChild(ctx, log, command)
		}
	}
}

// childGrace is how long a child may take to stop: it finishes its transaction.
const childGrace = 8 * time.Second

func runChild(ctx context.Context, log *slog.Logger, command []string) {
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stderr = &stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = childGrace
	err := cmd.Run()
	if ctx.Err() != nil {
		return
	}
	for line := range bytes.Lines(bytes.TrimSpace(stderr.Bytes())) {
		log.Warn("run --due", "says", string(bytes.TrimSpace(line)))
	}
	if err != nil && stderr.Len() == 0 {
		log.Warn("run --due did not end well", "error", err)
	}
}
