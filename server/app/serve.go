package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"jezero/connectors/all"
	"jezero/connectors/device/bundle"
	"jezero/server/keys"
	"jezero/server/mcpserver"
	"jezero/server/sqlite"
	"jezero/server/web"
)

// Server serves one library until its context ends.
type Server struct {
	URL string // http://host:port

	lib     *Library
	ln      net.Listener
	reader  *sqlite.Reader
	watcher *keys.Watcher
	handler http.Handler
	log     *slog.Logger
}

// PortError says that the address is taken.
type PortError struct {
	Addr   string
	Jezero bool // what answers there is a jezero
	Err    error
}

func (e *PortError) Error() string {
	if e.Jezero {
		return fmt.Sprintf("%s is taken: a jezero is serving there already", e.Addr)
	}
	return fmt.Sprintf("%s is taken by another program: set another port under [server] in jezero.toml", e.Addr)
}
func (e *PortError) Unwrap() error { return e.Err }

// Listen takes the address that the configuration names. One that is in use is
// a *PortError.
func (l *Library) Listen(ctx context.Context) (net.Listener, error) {
	s := &l.Config.Server
	addr := net.JoinHostPort(strings.Trim(s.Host, "[]"), strconv.Itoa(s.Port))
	ln, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, &PortError{Addr: addr, Jezero: isJezero(ctx, addr), Err: err}
	}
	if err != nil {
		return nil, fmt.Errorf("listening on %s: %w", addr, err)
	}
	return ln, nil
}

// isJezero asks whoever listens whether it is one of us.
func isJezero(ctx context.Context, addr string) bool {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+"/healthz", nil)
	if err != nil {
		return false
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return false
	}
	defer res.Body.Close()
	req.URL.Path = "/mcp"
	req.Method = http.MethodPost
	unauthorized, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return false
	}
	defer unauthorized.Body.Close()
	return strings.Contains(unauthorized.Header.Get("WWW-Authenticate"), `realm="jezero"`)
}

// NewServer prepares to serve on ln, and owns it from then on. The library
// must exist (sqlite.ErrNoLibrary).
func (l *Library) NewServer(ln net.Listener, log *slog.Logger) (*Server, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	s := &Server{URL: "http://" + ln.Addr().String(), lib: l, ln: ln, log: log}
	if err := s.open(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Server) open() (err error) {
	l, ln, log := s.lib, s.ln, s.log
	if s.reader, err = l.Reader(); err != nil {
		return err
	}
	// So that the first question does not have to; where it fails, that one will say.
	if err := s.reader.Warm(context.Background()); err != nil {
		log.Warn("the search index could not be read ahead", "error", err)
	}
	if s.watcher, err = keys.Watch(l.path, l.load, log); err != nil {
		return err
	}
	c := l.Config
	port := c.Server.Port
	if tcp, ok := ln.Addr().(*net.TCPAddr); ok {
		port = tcp.Port
	}
	s.handler = web.New(web.Options{
		Ring:         s.watcher.Ring,
		RequireAuth:  c.Server.RequireAuth,
		Host:         c.Server.Host,
		Port:         port,
		AllowedHosts: c.Server.AllowedHosts,
		PublicURL:    c.Server.PublicURL,
		MCP:          mcpserver.New(mcpserver.Options{Reader: s.reader, Redactor: l.Redactor, Version: Version(), Logger: log}),
		Reader:       s.reader,
		Inbox:        &web.Inbox{Dir: c.Inbox.Dir, MaxBytes: c.Inbox.MaxBytes, UploadPath: uploadPath, Logger: log},
		Bundle:       &web.Bundle{Files: l.clientFiles, Script: bundle.InstallScript, AddressLine: bundle.ServerLine, Logger: log},
		Ready:        s.ready,
		Redact:       l.Redactor.String,
		Logger:       log,
	})
	return nil
}

// Serve answers requests until ctx ends; it stops within ten seconds and then
// closes what NewServer opened. JZ-179
func (s *Server) Serve(ctx context.Context) error {
	defer s.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go s.watcher.Run(ctx)
	go s.retainWhile(ctx)
	return web.Serve(ctx, s.ln, s.handler, s.log)
}

// Close gives back what NewServer took; Serve does it by itself.
func (s *Server) Close() {
	s.ln.Close()
	if s.reader != nil {
		s.reader.Close()
	}
}

// ready asks the library for its counts: it can be read.
func (s *Server) ready(ctx context.Context) error {
	_, err := s.reader.Sources(ctx, Everything)
	return err
}

func uploadPath(agent, path string) (known, ok bool) {
	a, known := all.Agent(agent)
	return known, known && a.UploadPath(path)
}

// clientFiles is what devices fetch: the client programs of this release, and
// the files that go with them.
func (l *Library) clientFiles() ([]web.BundleFile, error) {
	own := clientProgram
	if exe, err := os.Executable(); err == nil {
		own = filepath.Join(filepath.Dir(exe), clientProgram)
	}
	if !exists(own) {
		if onPath, err := exec.LookPath("jezero-client"); err == nil {
			own = onPath
		}
	}
	return web.ClientFiles(bundle.Files(), l.Config.Server.ClientDir, own)
}
