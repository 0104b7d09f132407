package command

import (
	"log/slog"
)

type serveCommand struct{}

// Help is the manual of the command.
func (serveCommand) Help() string {
	return `Serves the library over MCP at http://HOST:PORT/mcp, as the configuration says, until it is interrupted; then it stops within ten seconds. Requests are logged to stderr, never with what was asked.

Keys are followed: a change of [[clients]] counts within a second. Sessions are not read here: let "jezero run --due" run every few minutes, or use "jezero up".

Exit codes: 0 interrupted; 2 could not run (no library yet, no usable key, the port is taken).`
}

func (*serveCommand) Run(r *run) error {
	return r.unlessInterrupted(serve(r))
}

func serve(r *run) error {
	l, err := r.library()
	if err != nil {
		return err
	}
	ln, err := l.Listen(r.ctx)
	if err != nil {
		return err
	}
	s, err := l.NewServer(ln, r.logger(slog.LevelInfo))
	if err != nil {
		return err
	}
	r.err.line("Serving %s", l.Config.Server.Database)
	r.err.line("at %s/mcp; Ctrl-C stops it.", s.URL)
	return s.Serve(r.ctx)
}

// logger writes to stderr, a line each.
func (r *run) logger(level slog.Level) *slog.Logger {
	return slog.New(slog.NewTextHandler(r.Stderr, &slog.HandlerOptions{Level: level}))
}
