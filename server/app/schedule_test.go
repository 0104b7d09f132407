package app

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestMain lets the test binary be the child that Schedule starts.
func TestMain(m *testing.M) {
	switch os.Getenv("JEZERO_TEST_CHILD") {
	case "fails":
		os.Stderr.WriteString("jezero: another run is in progress\n")
		os.Exit(2)
	case "hangs":
		time.Sleep(time.Hour)
	}
	os.Exit(m.Run())
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// A child that fails is told in the log, and started again next time.
func TestSchedule(t *testing.T) {
	t.Setenv("JEZERO_TEST_CHILD", "fails")
	var log lockedBuffer
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		Schedule(ctx, 10*time.Millisecond, slog.New(slog.NewTextHandler(&log, nil)), os.Args[0])
	}()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if strings.Count(log.String(), "another run is in progress") >= 2 {
			break
		}
	}
	cancel()
	<-done
	if n := strings.Count(log.String(), "another run is in progress"); n < 2 {
		t.Errorf("%d failures logged, want two:\n%s", n, log.String())
	}
}

// Stopping does not wait for a child that goes on.
func TestSchedule_StopsChild(t *testing.T) {
	t.Setenv("JEZERO_TEST_CHILD", "hangs")
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		Schedule(ctx, 10*time.Millisecond, slog.New(slog.DiscardHandler), os.Args[0])
	}()
	time.Sleep(200 * time.Millisecond)
	start := time.Now()
	cancel()
	<-done
	if took := time.Since(start); took >= childGrace {
		t.Errorf("stopping took %v", took)
	}
}
