package web

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"jezero/server"
	"jezero/server/keys"
	"jezero/server/web/webtest"
)

// JZ-72, JZ-73: a key that is revoked between two requests on one connection
// fails on every route.
func TestRevokedOnAnOpenConnection(t *testing.T) {
	b := start(t, webtest.Config, nil)
	d := &keys.Devices{Path: b.path, Agents: []string{"codex"}}
	token, digest := keys.New()
	if _, err := d.Approve("laptop", digest, keys.ApproveOptions{}); err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("tcp", b.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	in := bufio.NewReader(conn)
	ask := func(method, path, body string) int {
		t.Helper()
		fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s", method, path, b.Addr, token, len(body), body)
		resp, err := http.ReadResponse(in, &http.Request{Method: method})
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
		return resp.StatusCode
	}
	all := func() []int {
		return []int{ask("POST", "/mcp", "{}"), ask("GET", "/api/v1/overview", ""), ask("PUT", webtest.GoodPath, "x")}
	}
	wait := func(status int) {
		t.Helper()
		// That it is a second is shown in server/keys, with a clock of its own.
		for end := time.Now().Add(time.Minute); ask("POST", "/mcp", "{}") != status; {
			if time.Now().After(end) {
				t.Fatalf("no %d within a minute", status)
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	wait(200)
	if diff := cmp.Diff([]int{200, 200, 201}, all()); diff != "" {
		t.Error(diff)
	}
	if _, err := d.Revoke("laptop"); err != nil {
		t.Fatal(err)
	}
	wait(401)
	if diff := cmp.Diff([]int{401, 401, 401}, all()); diff != "" {
		t.Error(diff)
	}
}

func (b *bench) get(t testing.TB, method, path string, headers ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequest(method, "http://"+b.Addr+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(body)
}

// JZ-90, JZ-116
func TestOverview_FilteredBySources(t *testing.T) {
	b := start(t, webtest.Config, nil)
	for _, tt := range []struct{ as, want string }{
		{b.UploadKey, `{"items":7,"sources":[{"name":"agent-x","items":5},{"name":"mail","items":2,"newest":"2001-09-09T01:46:40Z"}],"projects":{"agent-x-project":5,"mail-project":2}}` + "\n"},
		{b.ReadKey, `{"items":2,"sources":[{"name":"mail","items":2,"newest":"2001-09-09T01:46:40Z"}],"projects":{"mail-project":2}}` + "\n"},
	} {
		resp, got := b.get(t, "GET", "/api/v1/overview", "Authorization", "Bearer "+tt.as)
		if resp.StatusCode != 200 || got != tt.want {
			t.Errorf("%d %s", resp.StatusCode, got)
		}
	}
}

type brokenReader struct{ server.Reader }

func (brokenReader) Overview(context.Context, server.Scope) (server.Overview, error) {
	return server.Overview{}, errors.New("disk gone")
}

func TestUnreadableLibrary(t *testing.T) {
	b := start(t, webtest.Config, func(o *Options) {
		o.Reader = brokenReader{}
		o.Ready = func(context.Context) error { return errors.New("disk gone") }
	})
	for _, path := range []string{"/api/v1/overview", "/healthz"} {
		resp, body := b.get(t, "GET", path, "Authorization", "Bearer "+b.UploadKey)
		if resp.StatusCode != 503 || strings.Contains(body, "disk gone") {
			t.Errorf("%s: %d %s", path, resp.StatusCode, body)
		}
	}
}

// However many ask, the library is asked now and then.
func TestHealthz_AsksSeldom(t *testing.T) {
	var asked atomic.Int64
	b := start(t, webtest.Config, func(o *Options) {
		o.Ready = func(context.Context) error { asked.Add(1); return nil }
	})
	started := time.Now()
	for range 50 {
		if resp, body := b.get(t, "GET", "/healthz"); resp.StatusCode != 200 || body != `{"status":"ok"}`+"\n" {
			t.Fatalf("%d %s", resp.StatusCode, body)
		}
	}
	// Once, and once more for every readyFor that it took.
	if n, most := asked.Load(), 1+int64(time.Since(started)/readyFor); n < 1 || n > most {
		t.Errorf("the library was asked %d times, want %d at most", n, most)
	}
}

// JZ-95, JZ-127
func TestRequireAuthOff(t *testing.T) {
	b := start(t, strings.Replace(webtest.Config, "[server]\n", "[server]\nrequire_auth = false\n", 1), nil)
	resp, body := b.get(t, "GET", "/api/v1/overview")
	if resp.StatusCode != 200 || !strings.Contains(body, `"items":7`) {
		t.Errorf("overview: %d %s", resp.StatusCode, body)
	}
	for _, key := range []string{"Bearer nobody", "Bearer " + b.ReadKey} {
		if resp, body = b.get(t, "POST", "/mcp", "Authorization", key); resp.StatusCode != 200 || body != "local " {
			t.Errorf("mcp: %d %q", resp.StatusCode, body)
		}
	}
	for headers, want := range map[string]int{
		"": 401, "Authorization: Bearer nobody\r\n": 401, "Authorization: Bearer $R\r\n": 403, "Authorization: Bearer $K\r\n": 201,
	} {
		resp, _, err := b.Send(webtest.Request{Raw: "PUT " + webtest.GoodPath + " HTTP/1.1\r\nHost: $A\r\nConnection: close\r\nContent-Length: 1\r\n" + headers + "\r\nx"})
		if err != nil || resp.StatusCode != want {
			t.Errorf("upload with %q: %v %v, want %d", headers, resp.StatusCode, err, want)
		}
	}
	// The guard does not depend on keys.
	for _, headers := range []string{"Host: evil.example\r\n", "Host: $A\r\nOrigin: https://evil.example\r\n", "Host: $A\r\nOrigin: null\r\n"} {
		resp, _, err := b.Send(webtest.Request{Raw: "GET /api/v1/overview HTTP/1.1\r\nConnection: close\r\n" + headers + "\r\n"})
		if err != nil || resp.StatusCode != 421 && resp.StatusCode != 403 {
			t.Errorf("%q: %v %v", headers, resp, err)
		}
	}
}

// What is behind the guard learns who asks and never with which key.
func TestMCP_GetsCallerWithoutKey(t *testing.T) {
	b := start(t, webtest.Config, nil)
	for _, header := range []string{"Authorization", "X-API-Key"} {
		value := b.ReadKey
		if header == "Authorization" {
			value = "Bearer " + value
		}
		if resp, body := b.get(t, "POST", "/mcp", header, value); resp.StatusCode != 200 || body != "read " {
			t.Errorf("%d %q", resp.StatusCode, body)
		}
	}
}

// JZ-135
func TestGuard_Hosts(t *testing.T) {
	tests := []struct {
		host    string
		allowed []string
		yes, no []string
	}{
		{"127.0.0.2", nil, []string{"127.0.0.2", "127.0.0.2:1", "127.0.0.1", "localhost", "[::1]"}, []string{"127.0.0.3"}},
		{"0.0.0.0", []string{"box.lan", "192.0.2.9"}, []string{"box.lan", "box.lan:8765", "192.0.2.9:8765", "127.0.0.1:8765", "localhost"}, []string{"0.0.0.0", "0.0.0.0:8765", "192.0.2.8", "box.lan:80", "box"}},
		{"::", []string{"2001:db8::1", "0.0.0.0"}, []string{"[2001:db8::1]", "[2001:DB8:0::1]:8765"}, []string{"[::]", "[::]:8765", "2001:db8::1", "0.0.0.0"}},
		{"::1", nil, []string{"[::1]", "[::1]:5"}, []string{"::1"}},
		{"Box.Lan", nil, []string{"box.lan", "BOX.LAN:123"}, []string{"lan"}},
		{"192.0.2.5", nil, []string{"192.0.2.5:99"}, []string{"192.0.2.6"}},
	}
	for _, tt := range tests {
		g := newGuard(tt.host, 8765, tt.allowed, "")
		for _, h := range tt.yes {
			if !g.host(h) {
				t.Errorf("bound to %s, %s is refused", tt.host, h)
			}
		}
		for _, h := range tt.no {
			if g.host(h) {
				t.Errorf("bound to %s, %s is answered", tt.host, h)
			}
		}
	}
	g := newGuard("0.0.0.0", 8765, []string{"box.lan"}, "https://Memory.example.org")
	for origin, want := range map[string]bool{
		"https://memory.example.org": true, "https://memory.example.org:443": true, "http://memory.example.org": false, "http://box.lan": false,
		"http://0.0.0.0": false, "http://localhost:1": true,
	} {
		if g.origin([]string{origin}) != want {
			t.Errorf("origin %s: want %v", origin, want)
		}
	}
	if !g.host("memory.example.org") || !g.host("memory.example.org:443") || g.host("memory.example.org:80") {
		t.Error("the host of public_url is answered with and without its port")
	}
}

// The request log tells what happened and repeats nothing of the request.
func TestRequestLog(t *testing.T) {
	b := start(t, webtest.Config, nil)
	const canary = "q7XkCanary93Zw"
	for _, raw := range []string{
		"GET /" + canary + " HTTP/1.1\r\nHost: $A\r\n", "GET /healthz?" + canary + "=" + canary + " HTTP/1.1\r\nHost: $A\r\n",
		canary + " /healthz HTTP/1.1\r\nHost: $A\r\n", "GET /healthz HTTP/1.1\r\nHost: " + canary + "\r\n", "GET /healthz HTTP/1.1\r\nHost: $A\r\nOrigin: http://" + canary + "\r\n",
		"GET /healthz HTTP/1.1\r\nHost: $A\r\nUser-Agent: " + canary + "\r\nReferer: " + canary + "\r\n", "GET /api/v1/overview HTTP/1.1\r\nHost: $A\r\nAuthorization: Bearer " + canary + "\r\n",
		"PUT /inbox/v1/claude-code/" + canary + " HTTP/1.1\r\nHost: $A\r\nAuthorization: Bearer $K\r\n", "GET " + canary + " HTTP/1.1\r\nHost: $A\r\n",
		"GET /healthz HTTP/1.1\r\nHost: $A\r\nX " + canary + ": 1\r\n", "PUT " + strings.Replace(webtest.GoodPath, "-home-me-app", canary, 1) + " HTTP/1.1\r\nHost: $A\r\nAuthorization: Bearer $K\r\nX-Jezero-Project: " + canary + "\r\nContent-Length: 14\r\n",
		"GET /healthz HTTP/1.1\r\nHost: $A\r\nTransfer-Encoding: " + canary + "\r\n",
	} {
		if _, _, err := b.Send(webtest.Request{Raw: raw + "Connection: close\r\n\r\n" + canary}); err != nil {
			t.Errorf("%.40q: %v", raw, err)
		}
	}
	b.stop()
	log := b.log.String()
	if strings.Contains(log, canary) || strings.Contains(strings.ToLower(log), strings.ToLower(canary)) {
		t.Errorf("the log repeats the request:\n%s", log)
	}
	for _, want := range []string{"route=none method=GET status=404", "route=healthz method=GET status=200", "route=healthz method=other status=405", "status=421", "status=403", "route=overview method=GET status=401", `route=inbox method=PUT status=400 client=up`, "route=inbox method=PUT status=201 client=up"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log does not say %q:\n%s", want, log)
		}
	}
}

func TestPanicIsAnAnswer(t *testing.T) {
	const canary = "q7XkCanary93Zw"
	b := start(t, webtest.Config, func(o *Options) {
		o.MCP = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("X-Late") != "" {
				io.WriteString(w, "begun")
				w.(http.Flusher).Flush()
			}
			panic(canary)
		})
	})
	resp, body := b.get(t, "POST", "/mcp", "Authorization", "Bearer "+b.ReadKey)
	if resp.StatusCode != 500 || strings.Contains(body, canary) {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
	resp, body, err := b.Send(webtest.Request{Raw: "POST /mcp HTTP/1.1\r\nHost: $A\r\nAuthorization: Bearer $R\r\nX-Late: 1\r\n\r\n"})
	if err != nil || resp.StatusCode != 200 || strings.Contains(body, canary) {
		t.Errorf("%v %q %v", resp, body, err)
	}
	if resp, _ := b.get(t, "GET", "/healthz"); resp.StatusCode != 200 {
		t.Errorf("after a panic: %d", resp.StatusCode)
	}
	b.stop()
	if log := b.log.String(); strings.Contains(log, canary) || !strings.Contains(log, "type=string") || !strings.Contains(log, "serve_test.go:") {
		t.Errorf("log:\n%s", log)
	}
}

// JZ-179
func TestStopWithOpenStreams(t *testing.T) {
	t.Parallel()
	streaming := make(chan struct{}, 2)
	b := start(t, webtest.Config, func(o *Options) {
		o.MCP = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			io.WriteString(w, "data: 1\n\n")
			w.(http.Flusher).Flush()
			streaming <- struct{}{}
			if r.Method == "GET" {
				<-r.Context().Done() // a well-behaved stream
				return
			}
			time.Sleep(25 * time.Second) // one that does not look
		})
	})
	for _, method := range []string{"GET", "POST"} {
		go b.Send(webtest.Request{Raw: method + " /mcp HTTP/1.1\r\nHost: $A\r\nAuthorization: Bearer $R\r\n\r\n"})
		<-streaming
	}
	// An upload that is under way, too.
	go b.Send(webtest.Request{Raw: "PUT " + webtest.GoodPath + " HTTP/1.1\r\nHost: $A\r\nAuthorization: Bearer $K\r\nContent-Length: 100\r\n\r\nabc"})
	started := time.Now()
	if err := b.stop(); err != nil {
		t.Fatal(err)
	}
	// Ten seconds are promised: what is waited for takes less, and the rest is
	// left to the machine.
	if took := time.Since(started); stopGrace+stopCancel > 8*time.Second || took > 20*time.Second {
		t.Errorf("stopped after %v", took)
	}
	if _, err := net.Dial("tcp", b.Addr); err == nil {
		t.Error("still listening")
	}
}

// An idle server stops at once: it does not wait for anybody.
func TestStopIdle(t *testing.T) {
	b := start(t, webtest.Config, nil)
	b.get(t, "GET", "/healthz")
	started := time.Now()
	if err := b.stop(); err != nil || time.Since(started) >= stopGrace {
		t.Errorf("%v after %v", err, time.Since(started))
	}
}

// A client that never ends its headers is let go.
func TestSlowHeaders(t *testing.T) {
	kept := headerTimeout
	t.Cleanup(func() { headerTimeout = kept }) // after the server has stopped
	headerTimeout = 200 * time.Millisecond
	b := start(t, webtest.Config, nil)
	conn, err := net.Dial("tcp", b.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, "GET /healthz HTTP/1.1\r\nX-A: ")
	conn.SetReadDeadline(time.Now().Add(time.Minute))
	started := time.Now()
	// A reset is an end, too: the server may have been quicker than the request.
	if _, err := io.ReadAll(conn); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("still connected after %v: %v", time.Since(started), err)
	}
}

// patiently tries with the shortest time first: a machine that stands still for
// longer than that may make a slow client one that does nothing. A server that
// takes the one for the other does so with every time.
func patiently(t *testing.T, idle *time.Duration, shortest time.Duration, try func(t *testing.T) (problem string)) {
	t.Helper()
	kept := *idle
	var problem string
	for *idle = shortest; *idle <= 30*shortest; *idle *= 5 {
		t.Run(idle.String(), func(t *testing.T) { problem = try(t) })
		if problem == "" || t.Failed() {
			break
		}
		t.Log(problem)
	}
	*idle = kept
	if problem != "" {
		t.Error(problem)
	}
}

// A client that does not read is let go; one that reads slowly is not.
func TestSlowReader(t *testing.T) {
	big := make([]byte, 8<<20)
	rand.NewChaCha8([32]byte{}).Read(big) // gzip must not make it small
	patiently(t, &writeIdle, 300*time.Millisecond, func(t *testing.T) string { return slowReader(t, big) })
}

func slowReader(t *testing.T, big []byte) (problem string) {
	b := start(t, webtest.Config, func(o *Options) {
		o.Bundle = &Bundle{Files: func() ([]BundleFile, error) { return fixedFiles(fstest.MapFS{"big": {Data: big}}) }}
	})
	b.get(t, "HEAD", bundlePath) // packs it
	ask := func() net.Conn {
		t.Helper()
		conn, err := net.Dial("tcp", b.Addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		conn.(*net.TCPConn).SetReadBuffer(64 << 10) // the system must not take it all
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", bundlePath, b.Addr)
		return conn
	}
	ask()
	for end := time.Now().Add(time.Minute); !strings.Contains(b.log.String(), "route=bundle method=GET"); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("still waiting for a client that does not read")
		}
	}
	conn := ask()
	var n int64
	for {
		k, err := io.CopyN(io.Discard, conn, 1<<20)
		if n += k; err == io.EOF {
			break
		}
		if err != nil {
			return fmt.Sprintf("cut off after %d bytes: %v", n, err)
		}
		time.Sleep(writeIdle / 5)
	}
	if n < int64(len(big)) {
		return fmt.Sprintf("cut off after %d bytes", n)
	}
	return ""
}

// JZ-117
func TestBundle(t *testing.T) {
	dir := t.TempDir()
	own := filepath.Join(dir, "jezero-client")
	released := filepath.Join(dir, "client")
	fixed := fstest.MapFS{"install.sh": {Data: []byte("#!/bin/sh\nserver=''\n")}, "plugins/claude/hooks.json": {Data: []byte("{}")}}
	list := func() ([]BundleFile, error) { return ClientFiles(fixed, released, own) }
	b := start(t, webtest.Config, func(o *Options) { o.Bundle = &Bundle{Files: list, Script: "install.sh", AddressLine: "server=''"} })
	if resp, _ := b.get(t, "GET", bundlePath); resp.StatusCode != 503 {
		t.Errorf("without a program for this platform: %d", resp.StatusCode)
	}
	if err := os.WriteFile(own, []byte("own"), 0o700); err != nil {
		t.Fatal(err)
	}
	resp, body := b.get(t, "GET", bundlePath)
	platform := clientName(runtime.GOOS, runtime.GOARCH)
	want := map[string]string{
		"jezero-client/install.sh": "755 #!/bin/sh\nserver=''\n", "jezero-client/plugins/claude/hooks.json": "644 {}", "jezero-client/bin/" + platform: "755 own",
	}
	sum := func() {
		var lines strings.Builder
		for _, name := range slices.Sorted(maps.Keys(want)) {
			if short := strings.TrimPrefix(name, "jezero-client/"); short != "install.sh" && short != sumsName {
				fmt.Fprintf(&lines, "%x  %s\n", sha256.Sum256([]byte(want[name][len("644 "):])), short)
			}
		}
		want["jezero-client/"+sumsName] = "644 " + lines.String()
	}
	sum()
	if d := cmp.Diff(want, unpackTar(t, body)); d != "" {
		t.Error(d)
	}
	etag := resp.Header.Get("ETag")
	if again, _ := b.get(t, "GET", bundlePath, "If-None-Match", etag); again.StatusCode != 304 {
		t.Errorf("the same again: %d", again.StatusCode)
	}
	if part, text := b.get(t, "GET", bundlePath, "Range", "bytes=2-5"); part.StatusCode != 206 || text != body[2:6] {
		t.Errorf("a part: %d", part.StatusCode)
	}
	if head, text := b.get(t, "HEAD", bundlePath); head.StatusCode != 200 || text != "" || head.ContentLength != int64(len(body)) {
		t.Errorf("head: %d %d", head.StatusCode, head.ContentLength)
	}
	// A release puts programs for others, and a newer one for this platform.
	os.Mkdir(released, 0o700)
	for name, text := range map[string]string{platform: "newer", "jezero-client-plan9-arm": "other", "notes.txt": "x", ".jezero-client-x": "x", "jezero-client-a b-c": "x", "jezero-client-linux-amd64~": "x"} {
		if err := os.WriteFile(filepath.Join(released, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want["jezero-client/bin/"+platform] = "755 newer"
	want["jezero-client/bin/jezero-client-plan9-arm"] = "755 other"
	sum()
	resp, body = b.get(t, "GET", bundlePath, "If-None-Match", etag)
	if d := cmp.Diff(want, unpackTar(t, body)); d != "" || resp.StatusCode != 200 {
		t.Error(resp.StatusCode, d)
	}
}

// Every file of the bundle is served by its name, as it is in SHA256SUMS, and
// the script knows the server that it came from.
func TestBundle_Files(t *testing.T) {
	own := filepath.Join(t.TempDir(), "jezero-client")
	if err := os.WriteFile(own, []byte("own"), 0o700); err != nil {
		t.Fatal(err)
	}
	fixed := fstest.MapFS{"install.sh": {Data: []byte("#!/bin/sh\nserver=''\n: ''\n")}, "plugins/a/.b/c.json": {Data: []byte("{}")}}
	b := start(t, webtest.Config, func(o *Options) {
		o.Bundle = &Bundle{Files: func() ([]BundleFile, error) { return ClientFiles(fixed, "", own) }, Script: "install.sh", AddressLine: "server=''"}
	})
	_, list := b.get(t, "GET", "/client/"+sumsName)
	names := 0
	for line := range strings.Lines(list) {
		digest, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		resp, body := b.get(t, "GET", "/client/"+name)
		if got := fmt.Sprintf("%x", sha256.Sum256([]byte(body))); resp.StatusCode != 200 || got != digest {
			t.Errorf("%s: %d, %s, want %s", name, resp.StatusCode, got, digest)
		}
		kind := map[bool]string{true: "application/octet-stream", false: "text/plain; charset=utf-8"}[strings.HasPrefix(name, "bin/")]
		if got := resp.Header.Get("Content-Type"); got != kind {
			t.Errorf("%s is %s", name, got)
		}
		if again, _ := b.get(t, "GET", "/client/"+name, "If-None-Match", resp.Header.Get("ETag")); again.StatusCode != 304 {
			t.Errorf("%s again: %d", name, again.StatusCode)
		}
		names++
	}
	if names != 2 {
		t.Errorf("%d files in\n%s", names, list)
	}
	for host, want := range map[string]string{
		"localhost:9": "http://localhost:9", "box.lan": "http://box.lan", "[::1]:8765": "http://[::1]:8765",
		"memory.example.org:8443": "https://memory.example.org:8443", "Memory.Example.ORG": "https://memory.example.org:8443",
	} {
		req, err := http.NewRequest("GET", "http://"+b.Addr+"/client/install.sh", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Host = host
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if want := "#!/bin/sh\nserver='" + want + "'\n: ''\n"; string(body) != want {
			t.Errorf("to %s: %q", host, body)
		}
	}
	for _, name := range []string{"", "x", "bin/", "bin", "plugins", "plugins/a/.b", "./install.sh", "bin/../install.sh", "install%2esh", "SHA256SUMS/", "INSTALL.sh", "/install.sh"} {
		if resp, _ := b.get(t, "GET", "/client/"+name); resp.StatusCode != 404 {
			t.Errorf("%q: %d", name, resp.StatusCode)
		}
	}
	if got := string((&Bundle{AddressLine: "server=''"}).addressed([]byte("\nserver=''\n"), "http://x'; touch /tmp/x; '")); got != "\nserver=''\n" {
		t.Errorf("an address that ends the quotes: %q", got)
	}
}

// A chunked request may have had a length too, which another server would go
// by: whatever follows it on the connection is not answered and not done.
func TestNothingFollowsChunks(t *testing.T) {
	b := start(t, webtest.Config, nil)
	head := "PUT " + webtest.GoodPath + " HTTP/1.1\r\nHost: " + b.Addr + "\r\nAuthorization: Bearer " + b.UploadKey + "\r\n"
	other := strings.Replace(head, "0b7c", "1b7c", 1)
	for name, first := range map[string]string{
		"length first":     head + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
		"length last":      head + "Transfer-Encoding: chunked\r\nContent-Length: 500\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
		"no length":        head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
		"refused":          strings.Replace(head, b.UploadKey, "nope", 1) + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
		"on another route": strings.Replace(head, webtest.GoodPath, "/healthz", 1) + "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
	} {
		conn, err := net.Dial("tcp", b.Addr)
		if err != nil {
			t.Fatal(err)
		}
		conn.SetDeadline(time.Now().Add(time.Minute))
		io.WriteString(conn, first+other+"Content-Length: 2\r\n\r\nxx")
		in := bufio.NewReader(conn)
		resp, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		io.Copy(io.Discard, resp.Body)
		if _, err := http.ReadResponse(in, nil); err == nil {
			t.Errorf("%s: what follows is answered", name)
		}
		conn.Close()
	}
	for path := range webtest.Tree(t, b.Inbox) {
		if strings.Contains(path, "1b7c") {
			t.Error("what followed was stored")
		}
	}
}

// JZ-73: a key that is revoked, or loses its right, while a file is on its way
// stores nothing.
func TestRevokedDuringAnUpload(t *testing.T) {
	b := start(t, webtest.Config, nil)
	d := &keys.Devices{Path: b.path, Agents: []string{"claude-code"}}
	for name, change := range map[string]func(device string) error{
		"revoked": func(device string) error { _, err := d.Revoke(device); return err },
		"rotated": func(device string) error { _, digest := keys.New(); _, err := d.Rotate(device, digest); return err },
	} {
		token, digest := keys.New()
		if _, err := d.Approve(name, digest, keys.ApproveOptions{}); err != nil {
			t.Fatal(err)
		}
		ok := func() bool { _, ok := b.ring().Lookup(token); return ok }
		for end := time.Now().Add(time.Minute); !ok() && time.Now().Before(end); {
			time.Sleep(10 * time.Millisecond)
		}
		conn, err := net.Dial("tcp", b.Addr)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "PUT %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Length: 5\r\n\r\nhel", webtest.GoodPath, b.Addr, token)
		time.Sleep(50 * time.Millisecond) // it is under way
		if err := change(name); err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(time.Minute); ok() && time.Now().Before(end); {
			time.Sleep(10 * time.Millisecond)
		}
		io.WriteString(conn, "lo")
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		if resp.StatusCode != 401 || resp.Header.Get("WWW-Authenticate") == "" {
			t.Errorf("%s: %d", name, resp.StatusCode)
		}
		if files := webtest.Tree(t, b.Inbox); len(files) != 0 {
			t.Errorf("%s: stored: %v", name, files)
		}
	}
}

func unpackTar(t *testing.T, body string) map[string]string {
	t.Helper()
	z, err := gzip.NewReader(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return got
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		got[h.Name] = fmt.Sprintf("%o %s", h.Mode, text)
	}
}

// Uploads of any size cost a fixed amount of memory (JZ-104).
func TestUploadMemoryIsBounded(t *testing.T) {
	b := start(t, strings.Replace(webtest.Config, "max_mb = 1", "max_mb = 64", 1), nil)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const size = 48 << 20
	status, got := b.put(t, webtest.GoodPath, io.LimitReader(zeroes{}, size))
	runtime.ReadMemStats(&after)
	if status != 201 || got.Bytes != size {
		t.Fatalf("%d %+v", status, got)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 4<<20 {
		t.Errorf("an upload of %d MB allocated %d KB", size>>20, n>>10)
	}
}

type zeroes struct{}

func (zeroes) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// JZ-70: a key is nowhere below the configuration's folder, after everything
// that can be done with one.
func TestKeyIsNowhere(t *testing.T) {
	b := start(t, webtest.Config, nil)
	b.put(t, webtest.GoodPath, strings.NewReader("x"), "X-Jezero-Project", "p")
	b.get(t, "GET", "/api/v1/overview?key="+b.UploadKey)
	b.get(t, "GET", "/"+b.UploadKey, "X-Api-Key", b.UploadKey, "User-Agent", b.UploadKey)
	b.stop()
	err := filepath.WalkDir(filepath.Dir(b.path), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if bytes.Contains(text, []byte(b.UploadKey)) {
			t.Errorf("%s holds the key", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func FuzzGuard(f *testing.F) {
	for _, r := range webtest.Requests() {
		if h, ok := strings.CutPrefix(r.Name, "host "); ok {
			f.Add(h)
		}
		if h, ok := strings.CutPrefix(r.Name, "our host "); ok {
			f.Add(h)
		}
	}
	g := newGuard("127.0.0.2", 8765, []string{"box.lan", "exact.example:9999"}, "https://memory.example.org:8443")
	ours := []string{"127.0.0.1", "localhost", "[::1]", "127.0.0.2", "box.lan", "exact.example", "memory.example.org"}
	f.Fuzz(func(t *testing.T, s string) {
		if g.host(s) {
			name, port, ok := splitHost(s)
			known := false
			for _, o := range ours {
				known = known || name == o
			}
			if !ok || !known {
				t.Errorf("host %q is answered", s)
			}
			// Whatever is answered must mean one thing only.
			again := name
			if port != "" {
				again += ":" + port
			}
			if n2, p2, ok2 := splitHost(again); !ok2 || n2 != name || p2 != port || !g.host(again) {
				t.Errorf("%q is not the canonical form of %q", again, s)
			}
			if strings.ContainsAny(s, "@/\\ %?#\t\r\n\x00,;") {
				t.Errorf("host %q is answered", s)
			}
		}
		if g.origin([]string{s}) {
			scheme, rest, _ := strings.Cut(s, "://")
			if !strings.EqualFold(scheme, "http") && !strings.EqualFold(s, "https://memory.example.org:8443") {
				t.Errorf("origin %q is answered", s)
			}
			if strings.ContainsAny(rest, "@/\\ %?#\t\r\n\x00,;") {
				t.Errorf("origin %q is answered", s)
			}
		}
	})
}

func FuzzUploadPath(f *testing.F) {
	for _, r := range webtest.Requests() {
		if _, rest, ok := strings.Cut(r.Raw, "PUT "+inboxPrefix); ok {
			path, _, _ := strings.Cut(rest, " HTTP/")
			f.Add(path)
		}
	}
	f.Fuzz(func(t *testing.T, raw string) {
		agent, path, ok := splitUpload(raw)
		if !ok {
			return
		}
		if agent+"/"+path != raw {
			t.Errorf("%q became %q and %q", raw, agent, path)
		}
		if cleaned := filepath.ToSlash(filepath.Clean("/" + raw)); cleaned != "/"+raw {
			t.Errorf("%q means %q", raw, cleaned)
		}
		if !filepath.IsLocal(raw) {
			t.Errorf("%q leads out", raw)
		}
		for _, c := range []byte(raw) {
			if c <= ' ' || c >= 0x7f || strings.IndexByte(`%\:*?"<>|;#&$~`, c) >= 0 {
				t.Errorf("%q holds %q", raw, c)
			}
		}
	})
}
