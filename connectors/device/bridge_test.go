package device

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"jezero/connectors/device/client"
)

// agent is the agent's end of a bridge.
type agent struct {
	t    *testing.T
	in   *io.PipeWriter
	out  *bufio.Scanner
	done chan error
}

func start(t *testing.T, url, key string) *agent {
	t.Helper()
	c, err := client.New(client.Credentials{URL: url, Key: key}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	return startWith(t, c)
}

func startWith(t *testing.T, c *client.Client) *agent {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	a := &agent{t: t, in: inW, out: bufio.NewScanner(outR), done: make(chan error, 1)}
	a.out.Buffer(nil, 8<<20)
	go func() {
		b := Bridge{Client: c, Hint: "Go on without it"}
		a.done <- b.Run(t.Context(), inR, outW)
		outW.Close()
	}()
	t.Cleanup(func() { inW.Close(); outR.Close() })
	return a
}

func (a *agent) send(lines ...string) {
	a.t.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(a.in, l+"\n"); err != nil {
			a.t.Fatal(err)
		}
	}
}

func (a *agent) receive() string {
	a.t.Helper()
	if !a.out.Scan() {
		a.t.Fatalf("the bridge said nothing more: %v", a.out.Err())
	}
	return a.out.Text()
}

const bridgeKey = "jz_bridge-test"

// echo answers every call with its method, and what HTTP showed of it.
func echo(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "Bearer "+bridgeKey {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	if r.URL.Path != "/mcp" || r.Method != http.MethodPost {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	var m struct {
		ID     json.RawMessage
		Method string
	}
	if json.NewDecoder(r.Body).Decode(&m) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if m.ID == nil {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	version := r.Header.Get("Mcp-Protocol-Version")
	if m.Method == "initialize" {
		version = "2025-11-25"
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, "{\n \"jsonrpc\":\"2.0\",\"id\":%s,\n\"result\":{\"protocolVersion\":%q,\"header\":%q}}", m.ID, version,
		r.Header.Get("Mcp-Method")+"|"+r.Header.Get("Mcp-Name"))
}

// JZ-84: the bridge adds the key; what the agent sends and gets has none.
func TestBridge(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(echo))
	defer srv.Close()
	a := start(t, srv.URL, bridgeKey)
	tests := []struct{ name, send, want string }{
		{"before initialize", `{"jsonrpc":"2.0","id":0,"method":"ping"}`,
			`{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"","header":"|"}}`},
		{"initialize", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2030-01-01"}}`,
			`{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","header":"|"}}`},
		{"notification, then a call", `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" + `{"jsonrpc":"2.0","id":"two","method":"tools/list"}`,
			`{"jsonrpc":"2.0","id":"two","result":{"protocolVersion":"2025-11-25","header":"|"}}`},
		{"version of the message", `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"search","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
			`{"jsonrpc":"2.0","id":3,"result":{"protocolVersion":"2026-07-28","header":"tools/call|search"}}`},
		{"name that no header may hold", `{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"a\nX: y","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
			`{"jsonrpc":"2.0","id":4,"result":{"protocolVersion":"2026-07-28","header":"tools/call|"}}`},
		{"not JSON", `{"jsonrpc":`, `{"error":{"code":-32700,"message":"not a JSON-RPC message"},"id":null,"jsonrpc":"2.0"}`},
		{"too long", `{"x":"` + strings.Repeat("y", maxMessage) + `"}`, `{"error":{"code":-32600,"message":"a message may be 4194304 bytes long"},"id":null,"jsonrpc":"2.0"}`},
		{"empty lines, then a call", "\n  \n" + `{"jsonrpc":"2.0","id":5,"method":"ping"}`,
			`{"jsonrpc":"2.0","id":5,"result":{"protocolVersion":"2025-11-25","header":"|"}}`},
		{"odd params", `{"jsonrpc":"2.0","id":6,"method":"ping","params":[1]}`,
			`{"jsonrpc":"2.0","id":6,"result":{"protocolVersion":"2025-11-25","header":"|"}}`},
	}
	for _, tt := range tests {
		a.send(tt.send)
		if got := a.receive(); got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.name, got, tt.want)
		}
	}
	a.in.Close()
	if err := <-a.done; err != nil {
		t.Errorf("at the end of input: %v", err)
	}
}

// While the server is down, calls are answered and the bridge lives; when it
// is back, so are the answers.
func TestBridge_OutlivesServer(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(echo))
	addr := srv.Listener.Addr().String()
	a := start(t, srv.URL, bridgeKey)
	a.send(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	a.receive()
	srv.CloseClientConnections()
	srv.Close()
	for range 3 {
		a.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`, `{"jsonrpc":"2.0","id":2,"method":"ping"}`)
		got := a.receive()
		if !strings.Contains(got, "cannot be reached") || !strings.Contains(got, `"id":2`) || strings.Contains(got, bridgeKey) {
			t.Errorf("server down: %s", got)
		}
	}
	again := httptest.NewUnstartedServer(http.HandlerFunc(echo))
	again.Listener.Close()
	l, err := listen(addr)
	if err != nil {
		t.Skip("the port was taken meanwhile")
	}
	again.Listener = l
	again.Start()
	defer again.Close()
	a.send(`{"jsonrpc":"2.0","id":3,"method":"ping"}`)
	if got := a.receive(); !strings.Contains(got, `"result"`) {
		t.Errorf("server back: %s", got)
	}
}

func TestBridge_Refusals(t *testing.T) {
	tests := []struct {
		name    string
		key     string
		handler http.HandlerFunc
		want    string
	}{
		{"unknown key", "jz_other", echo, "does not know this key"},
		{"no answer", bridgeKey, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(202) }, "no answer"},
		{"page of a proxy", bridgeKey, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<html>sign in</html>") }, "answered 200 OK"},
		{"server error", bridgeKey, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) }, "503 Service Unavailable"},
		{"refused in JSON-RPC", bridgeKey, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(400)
			io.WriteString(w, `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"unknown tool"}}`)
		}, `"code":-32602,"message":"unknown tool"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			srv := httptest.NewServer(tt.handler)
			defer srv.Close()
			a := start(t, srv.URL, tt.key)
			a.send(`{"jsonrpc":"2.0","id":7,"method":"ping"}`)
			got := a.receive()
			if !strings.Contains(got, tt.want) || !strings.Contains(got, `"id":7`) {
				t.Errorf("got %s", got)
			}
		})
	}
}

// A redirect would carry the key to another server.
func TestBridge_NoRedirect(t *testing.T) {
	var asked atomic.Bool
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Store(true) }))
	defer other.Close()
	srv := httptest.NewServer(http.RedirectHandler(other.URL+"/mcp", http.StatusTemporaryRedirect))
	defer srv.Close()
	a := start(t, srv.URL, bridgeKey)
	a.send(`{"jsonrpc":"2.0","id":7,"method":"ping"}`)
	if got := a.receive(); !strings.Contains(got, "307") || asked.Load() {
		t.Errorf("got %s, the other server was asked: %v", got, asked.Load())
	}
}

// A cancelled call ends at once and is not answered; the others go on. Server,
// connections and clock are the test's own: nothing waits for the machine, so
// "at once" is no time at all.
func TestBridge_Cancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan time.Time, 1)
		url, dial := serveInMemory(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			raw, _ := io.ReadAll(r.Body)
			if strings.Contains(string(raw), `"slow"`) {
				<-r.Context().Done()
				ended <- time.Now()
				return
			}
			r.Body = io.NopCloser(strings.NewReader(string(raw)))
			echo(w, r)
		}))
		c, err := client.New(client.Credentials{URL: url, Key: bridgeKey}, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		a := startWith(t, c.Dialing(dial))
		a.send(`{"jsonrpc":"2.0","id":1,"method":"slow"}`, `{"jsonrpc":"2.0","id":2,"method":"ping"}`)
		if got := a.receive(); !strings.Contains(got, `"id":2`) {
			t.Errorf("a slow call holds up the rest: %s", got)
		}
		time.Sleep(time.Minute)
		cancelled := time.Now()
		a.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
		select {
		case at := <-ended:
			if took := at.Sub(cancelled); took > 0 {
				t.Errorf("the cancelled call ended %v later", took)
			}
		case <-time.After(3 * time.Second):
			t.Fatal("the cancelled call goes on")
		}
		a.send(`{"jsonrpc":"2.0","id":3,"method":"ping"}`)
		if got := a.receive(); !strings.Contains(got, `"id":3`) {
			t.Errorf("got %s", got)
		}
		a.in.Close()
		if err := <-a.done; err != nil {
			t.Error(err)
		}
		c.CloseIdle()
	})
}

// serveInMemory serves over pipes in memory.
func serveInMemory(t *testing.T, h http.Handler) (url string, dial func(context.Context, string, string) (net.Conn, error)) {
	t.Helper()
	ln := &pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
	srv := &http.Server{Handler: h}
	done := make(chan struct{})
	go func() { defer close(done); srv.Serve(ln) }()
	t.Cleanup(func() { srv.Close(); <-done })
	return "http://127.0.0.1:1", func(ctx context.Context, _, _ string) (net.Conn, error) {
		near, far := net.Pipe()
		select {
		case ln.conns <- far:
			return near, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}
func (l *pipeListener) Close() error   { close(l.closed); return nil }
func (l *pipeListener) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

// A key that was replaced in its file is taken up; one that is still the same
// is not shown twice.
func TestBridge_Reload(t *testing.T) {
	var asked atomic.Int32
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		echo(w, r)
	}))
	defer srv.Close()
	newClient := func(key string) *client.Client {
		c, err := client.New(client.Credentials{URL: srv.URL, Key: key}, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, tt := range []struct {
		name, inFile, want string
		asked              int32
	}{
		{"replaced", bridgeKey, `"result"`, 3}, // refused, taken up, and at once the next time
		{"the same", "jz_old", "does not know this key", 2},
	} {
		asked.Store(0)
		var out strings.Builder
		b := Bridge{Client: newClient("jz_old"), Reload: func() (*client.Client, error) { return newClient(tt.inFile), nil }}
		// initialize, because those are carried one after the other
		two := `{"jsonrpc":"2.0","id":1,"method":"initialize"}` + "\n" + `{"jsonrpc":"2.0","id":2,"method":"initialize"}` + "\n"
		if err := b.Run(t.Context(), strings.NewReader(two), &out); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out.String(), tt.want); n != 2 || asked.Load() != tt.asked {
			t.Errorf("%s: %d requests:\n%s", tt.name, asked.Load(), &out)
		}
	}
}
