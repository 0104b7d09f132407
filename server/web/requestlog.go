package web

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"
)

// recorder remembers what was answered.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 && (status >= 200 || status == http.StatusSwitchingProtocols) {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	r.extend()
	n, err := r.ResponseWriter.Write(p)
	r.bytes += int64(n)
	return n, err
}

// extend gives the client time to read the next piece.
func (r *recorder) extend() {
	http.NewResponseController(r.ResponseWriter).SetWriteDeadline(time.Now().Add(writeIdle)) //nolint:errcheck // a writer without a connection needs none
}

// Flush lets streams through; handlers look for http.Flusher.
func (r *recorder) Flush() {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	r.extend()
	http.NewResponseController(r.ResponseWriter).Flush() //nolint:errcheck // a writer that cannot flush has nothing to do here
}

// Unwrap lets http.ResponseController reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

type logEntry struct {
	route  string
	client string
}

// log writes one line per request: what kind, who, how it went. Never a path,
// a query, a header or anything of a body: uploads name people's projects.
func (h *handler) log(r *http.Request, w *recorder, e *logEntry, took time.Duration) {
	level := slog.LevelInfo
	if w.status >= 500 {
		level = slog.LevelError
	}
	remote, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		remote = ""
	}
	h.Logger.LogAttrs(r.Context(), level, "request",
		slog.String("route", e.route),
		slog.String("method", knownMethod(r.Method)),
		slog.Int("status", w.status),
		slog.String("client", e.client),
		slog.String("remote", remote),
		slog.Int64("sent", w.bytes),
		slog.Duration("took", took.Round(time.Microsecond)),
	)
}

// knownMethod keeps made-up methods, which may be anything, out of the log.
func knownMethod(m string) string {
	switch m {
	case "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT":
		return m
	}
	return "other"
}

func typeName(v any) string { return fmt.Sprintf("%T", v) }

// stackPlaces keeps the functions and lines of a stack and drops the panic's
// own text and the arguments.
func stackPlaces(stack []byte) string {
	var places []string
	for _, line := range strings.Split(string(stack), "\n") {
		if at, _, ok := strings.Cut(strings.TrimSpace(line), " +0x"); ok && strings.HasPrefix(line, "\t") {
			places = append(places, at)
		}
	}
	return strings.Join(places, " < ")
}
