package web

import (
	"context"
	"errors"
	"log"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// How a server behaves towards connections. Bodies have deadlines of their own
// (body.go), because uploads may be slow and MCP answers may be long.
const (
	idleTimeout    = 2 * time.Minute
	maxHeaderBytes = 32 << 10
	// Stopping: requests get grace to end, then their contexts end, then the
	// connections. Together less than the ten seconds of JZ-179.
	stopGrace  = 5 * time.Second
	stopCancel = 2 * time.Second
)

var headerTimeout = 10 * time.Second // shorter in tests

// Serve answers requests on the listener until ctx ends, and then stops within
// ten seconds, also while streams are open. It returns nil after such a stop.
func Serve(ctx context.Context, ln net.Listener, h http.Handler, logger *slog.Logger) error {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	base, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	s := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		// OPTIONS * must meet the guard like everything else.
		DisableGeneralOptionsHandler: true,
		BaseContext:                  func(net.Listener) context.Context { return base },
		ErrorLog:                     log.New(quiet{logger}, "", 0),
	}
	stopped := make(chan struct{})
	served := make(chan struct{})
	go func() {
		defer close(stopped)
		select {
		case <-ctx.Done():
		case <-served:
			return
		}
		stop(s, cancel)
	}()
	err := s.Serve(ln)
	close(served)
	<-stopped
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// stop ends a server in three steps, each with a bound.
func stop(s *http.Server, cancel context.CancelFunc) {
	grace, done := context.WithTimeout(context.Background(), stopGrace)
	defer done()
	if s.Shutdown(grace) == nil {
		return
	}
	cancel()
	last, done := context.WithTimeout(context.Background(), stopCancel)
	defer done()
	if s.Shutdown(last) == nil {
		return
	}
	s.Close() //nolint:errcheck // the connections are gone either way
}

// quiet takes what net/http logs about connections. Its messages may quote
// what a client sent, so only their number is of use.
type quiet struct{ logger *slog.Logger }

func (q quiet) Write(p []byte) (int, error) {
	q.logger.Debug("connection dropped")
	return len(p), nil
}
