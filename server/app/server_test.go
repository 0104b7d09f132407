package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jezero/server/config"
	"jezero/server/keys"
)

// served is a library of the sample sessions behind a real server, with three
// keys: of all, of Codex's sessions alone, and of nothing.
type served struct {
	url                    string
	all, codexOnly, nobody string
	uploader               string // may upload, too
	home                   string // everything is below
	stop                   func() time.Duration
}

func serveSamples(t *testing.T) served {
	t.Helper()
	u := up(t)
	var s served
	for name, to := range map[string]struct {
		key     *string
		sources string
	}{"all": {&s.all, "*"}, "codex": {&s.codexOnly, "agent-codex-*"}, "nobody": {&s.nobody, "Agent-*"}} {
		token, digest := keys.New()
		*to.key = token
		text, err := os.ReadFile(u.Config.Path)
		if err != nil {
			t.Fatal(err)
		}
		text = fmt.Appendf(text, "\n[[clients]]\nname = %q\ntoken_sha256 = %q\nsources = [%q]\n", name, digest, to.sources)
		if err := os.WriteFile(u.Config.Path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	token, digest := keys.New()
	s.uploader, s.home = token, u.env.Dir
	if _, err := Devices(u.Config.Path, u.env).Approve("uploader", digest, keys.ApproveOptions{}); err != nil {
		t.Fatal(err)
	}
	l, err := Open(filepath.Join(u.Dir, config.FileName), u.env)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Run(t.Context(), RunOptions{}); err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server, err := l.NewServer(ln, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- server.Serve(ctx) }()
	s.url = server.URL
	s.stop = func() time.Duration {
		start := time.Now()
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		done <- nil
		return time.Since(start)
	}
	t.Cleanup(func() { s.stop() })
	return s
}

// ask calls a tool and returns the whole answer as it came.
func (s served) ask(t *testing.T, key, tool string, args any) string {
	t.Helper()
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": args}})
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), "POST", s.url+"/mcp", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Mcp-Protocol-Version", "2025-06-18")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %v %s", tool, res.StatusCode, err, raw)
	}
	return string(raw)
}

// Every tool keeps to the sources of the key, from the request down to the
// rows. JZ-88 to JZ-92
func TestServer_Scopes(t *testing.T) {
	s := serveSamples(t)
	type hits struct {
		Result struct {
			StructuredContent struct {
				Items []struct{ ID, Source string } `json:"items"`
			} `json:"structuredContent"`
		} `json:"result"`
	}
	list := func(key, tool string, args any) hits {
		t.Helper()
		var h hits
		if err := json.Unmarshal([]byte(s.ask(t, key, tool, args)), &h); err != nil {
			t.Fatal(err)
		}
		return h
	}
	var claude, codex string
	for _, it := range list(s.all, "timeline", map[string]any{"limit": 50}).Result.StructuredContent.Items {
		if strings.HasPrefix(it.Source, "agent-claude-code-") {
			claude = it.ID
		} else {
			codex = it.ID
		}
	}
	if claude == "" || codex == "" {
		t.Fatal("the owner sees not both sources")
	}
	for _, tool := range []string{"search", "timeline", "list_sources", "later"} {
		args := map[string]any{}
		switch tool {
		case "search":
			args["query"] = "the session decision test error"
		case "later":
			args["id"] = codex
		}
		if got := s.ask(t, s.codexOnly, tool, args); strings.Contains(got, "agent-claude-code") {
			t.Errorf("%s shows a forbidden source: %.300s", tool, got)
		}
		args["id"] = codex
		if tool != "later" {
			delete(args, "id")
		}
		// Globs are case-sensitive: Agent-* is not agent-*. JZ-89
		if got := s.ask(t, s.nobody, tool, args); strings.Contains(got, "agent-") {
			t.Errorf("%s shows a source to nobody: %.300s", tool, got)
		}
	}
	for _, tool := range []string{"get_item", "later"} {
		forbidden := s.ask(t, s.codexOnly, tool, map[string]any{"id": claude})
		missing := s.ask(t, s.codexOnly, tool, map[string]any{"id": "maaaaaaaaaaaaaaaa"})
		if forbidden != missing || !strings.Contains(missing, `"found":false`) {
			t.Errorf("%s: forbidden and missing differ:\n%s\n%s", tool, forbidden, missing)
		}
		if got := s.ask(t, s.codexOnly, tool, map[string]any{"id": codex}); !strings.Contains(got, `"found":true`) {
			t.Errorf("%s: an allowed item is not found: %.300s", tool, got)
		}
	}
}

// What is asked is asked in vain without a key, from another host name, from
// another site, and with a query string for a key. JZ-61, JZ-71, JZ-132, JZ-133
func TestServer_Guard(t *testing.T) {
	s := serveSamples(t)
	tests := []struct {
		name   string
		change func(*http.Request)
		want   int
	}{
		{"key", func(*http.Request) {}, 200},
		{"no key", func(r *http.Request) { r.Header.Del("Authorization") }, 401},
		{"unknown key", func(r *http.Request) { r.Header.Set("Authorization", "Bearer x") }, 401},
		{"unknown host", func(r *http.Request) { r.Host = "evil.example" }, 421},
		{"unknown host, no key", func(r *http.Request) { r.Host = "evil.example"; r.Header.Del("Authorization") }, 421},
		{"unknown origin", func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, 403},
		{"own origin", func(r *http.Request) { r.Header.Set("Origin", s.url) }, 200},
	}
	for _, tt := range tests {
		req, err := http.NewRequestWithContext(t.Context(), "POST", s.url+"/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+s.all)
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		tt.change(req)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, res.StatusCode, tt.want)
		}
	}
}

// JZ-179: a request that never ends does not keep the server from stopping.
func TestServer_Stops(t *testing.T) {
	t.Parallel()
	s := serveSamples(t)
	c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 1000\r\n\r\n{", s.all)
	time.Sleep(50 * time.Millisecond)
	// Ten seconds, and what a busy machine adds; the request alone would go on for half a minute.
	if took := s.stop(); took > 20*time.Second {
		t.Errorf("stopping took %v", took)
	} else {
		t.Logf("stopping took %v", took)
	}
}

// The library is read through connections that cannot write, and is not
// changed by any call. JZ-118
func TestServer_ChangesNothing(t *testing.T) {
	u := up(t)
	if _, err := u.Run(t.Context(), RunOptions{}); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(u.Config.Server.Database)
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server, err := u.NewServer(ln, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- server.Serve(ctx) }()
	d := Demo{Library: u.Library, URL: server.URL, KeyFile: u.KeyFile}
	u.Config.Server.Port = ln.Addr().(*net.TCPAddr).Port
	if err := u.bindKey(); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Tour(ctx); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(u.Config.Server.Database)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("reading changed the library: %v", err)
	}
}
