package web

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"jezero/server"
	"jezero/server/config"
	"jezero/server/keys"
	"jezero/server/web/webtest"
)

// logBuffer is a log that may be read while it is written.
type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// bench is a whole server on loopback, made from a configuration file.
type bench struct {
	webtest.Target
	path   string // of jezero.toml
	ring   func() *keys.Ring
	log    *logBuffer
	inbox  *Inbox
	stop   func() error
	called atomic.Int64
}

// layouts are two agents' own, as connectors have them.
var layouts = map[string]*regexp.Regexp{
	"claude-code": regexp.MustCompile(`\Aprojects/[A-Za-z0-9-]{1,255}/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.jsonl\z`),
	"codex":       regexp.MustCompile(`\Asessions/\d{4}/(?:0[1-9]|1[0-2])/\d\d/rollout-[0-9T-]{19}-[0-9a-f-]{36}\.jsonl\z`),
}

func uploadPath(agent, path string) (known, ok bool) {
	re := layouts[agent]
	return re != nil, re != nil && re.MatchString(path)
}

func start(t *testing.T, configuration string, change func(*Options)) *bench {
	t.Helper()
	dir := t.TempDir()
	b := &bench{path: filepath.Join(dir, config.FileName), log: &logBuffer{}}
	var digest [2]string
	b.UploadKey, digest[0] = keys.New()
	b.ReadKey, digest[1] = keys.New()
	text := configuration + "[[clients]]\nname = \"up\"\ntoken_sha256 = \"" + digest[0] + "\"\nupload = true\n" +
		"[[clients]]\nname = \"read\"\ntoken_sha256 = \"" + digest[1] + "\"\nsources = [\"mail\"]\n"
	if err := os.WriteFile(b.path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	load := func() (*config.Config, error) { return config.Load(b.path, func(string) string { return "" }) }
	c, err := load()
	if err != nil {
		t.Fatal(err)
	}
	logger := slog.New(slog.NewTextHandler(b.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	w, err := keys.Watch(b.path, load, logger)
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b.ring = w.Ring
	b.Addr, b.Inbox = ln.Addr().String(), c.Inbox.Dir
	b.Called = func() int { return int(b.called.Load()) }
	b.inbox = &Inbox{Dir: c.Inbox.Dir, MaxBytes: c.Inbox.MaxBytes, UploadPath: uploadPath, Logger: logger}
	o := Options{
		Ring: w.Ring, RequireAuth: c.Server.RequireAuth, Host: c.Server.Host, Port: c.Server.Port,
		AllowedHosts: c.Server.AllowedHosts, PublicURL: c.Server.PublicURL, Logger: logger,
		MCP: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			b.called.Add(1)
			io.Copy(io.Discard, r.Body)
			io.WriteString(w, server.CallerFrom(r.Context()).Name+" "+r.Header.Get("Authorization")+r.Header.Get("X-Api-Key"))
		}),
		Reader: fakeReader{}, Inbox: b.inbox,
		Bundle: &Bundle{Files: func() ([]BundleFile, error) {
			return fixedFiles(fstest.MapFS{"install.sh": {Data: []byte("#!/bin/sh\n")}})
		}},
	}
	if change != nil {
		change(&o)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	var watching sync.WaitGroup
	watching.Go(func() { w.Run(ctx) })
	go func() { served <- Serve(ctx, ln, New(o), logger) }()
	b.stop = sync.OnceValue(func() error {
		cancel()
		watching.Wait()
		select {
		case err := <-served:
			return err
		case <-time.After(20 * time.Second):
			return context.DeadlineExceeded
		}
	})
	t.Cleanup(func() {
		if err := b.stop(); err != nil {
			t.Errorf("the server ended: %v", err)
		}
		// JZ-70: whatever was asked, no key is in the log.
		for _, key := range []string{b.UploadKey, b.ReadKey} {
			if strings.Contains(b.log.String(), key) {
				t.Error("the log holds a key")
			}
		}
	})
	return b
}

// fakeReader holds two sources and shows what the scope names.
type fakeReader struct{ server.Reader }

func (fakeReader) Overview(_ context.Context, sc server.Scope) (server.Overview, error) {
	all := []server.SourceInfo{{Name: "mail", Items: 2, Newest: time.Unix(1e9, 0)}, {Name: "agent-x", Items: 5}}
	o := server.Overview{Projects: map[string]int{}}
	for _, s := range all {
		for _, g := range sc.Sources {
			if g == "*" || g == s.Name {
				o.Sources = append(o.Sources, s)
				o.Items += s.Items
				o.Projects[s.Name+"-project"] = s.Items
				break
			}
		}
	}
	return o, nil
}

func (fakeReader) Sources(context.Context, server.Scope) ([]server.SourceInfo, error) {
	return nil, nil
}

// JZ-71, JZ-94 to JZ-109, JZ-117, JZ-129 to JZ-134, JL-63
func TestHostileRequests(t *testing.T) {
	b := start(t, webtest.Config, nil)
	if n := webtest.Run(t, b.Target); n < 400 {
		t.Fatalf("only %d requests", n)
	}
}
