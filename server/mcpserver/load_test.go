package mcpserver

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"jezero/server"
)

var loadFor = flag.Duration("load", 0, "ask each tool for this long over HTTP and print what it takes; 0 skips")

// trivial is a tool of a bare server: what it takes is what the SDK takes.
type trivial struct {
	Answer string `json:"answer"`
}

// bareServer is the SDK alone: the same handler and options, one tool that does
// nothing, no redaction, no guard.
func bareServer() http.Handler {
	m := mcp.NewServer(&mcp.Implementation{Name: "bare", Version: "1"}, &mcp.ServerOptions{SchemaCache: mcp.NewSchemaCache()})
	mcp.AddTool(m, &mcp.Tool{Name: "trivial"}, func(context.Context, *mcp.CallToolRequest, trivial) (*mcp.CallToolResult, trivial, error) {
		return nil, trivial{"ok"}, nil
	})
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return m },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
}

// TestLoad asks over real connections that are kept alive, as eight agents at
// once, a reader that costs nothing: what is printed is the price of HTTP, of
// the SDK and of this package, the clients' own included. Beside it stand plain
// HTTP and a bare server of the SDK with a tool that does nothing.
func TestLoad(t *testing.T) {
	if *loadFor == 0 {
		t.Skip("needs -load 3s")
	}
	h := New(Options{Reader: sample(), Redactor: newRedactor(t)})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r.WithContext(server.WithCaller(r.Context(), server.Caller{Scope: server.Scope{Sources: []string{"*"}}})))
	}))
	defer srv.Close()
	bare := httptest.NewServer(bareServer())
	defer bare.Close()
	plain := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"structuredContent":{}}`)
	}))
	defer plain.Close()
	const agents = 8
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: agents}}
	call := func(url string, body []byte) error {
		req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		req.Header.Set("Mcp-Protocol-Version", "2025-06-18")
		resp, err := client.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		if err == nil && (resp.StatusCode != http.StatusOK || !bytes.Contains(b, []byte(`"structuredContent"`))) {
			err = fmt.Errorf("%d %s", resp.StatusCode, b)
		}
		return err
	}
	for _, tool := range []struct{ name, args, url string }{
		{"plain HTTP", `{}`, plain.URL}, {"trivial", `{"answer":"?"}`, bare.URL},
		{"search", `{"query":"tide import"}`, srv.URL + "/mcp"}, {"get_item", `{"id":"m1"}`, srv.URL + "/mcp"}, {"timeline", `{}`, srv.URL + "/mcp"},
		{"later", `{"id":"m1"}`, srv.URL + "/mcp"}, {"list_sources", `{}`, srv.URL + "/mcp"},
	} {
		body := []byte(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool.name, tool.args))
		var mu sync.Mutex
		var took []time.Duration
		var wg sync.WaitGroup
		began, cpu := time.Now(), processTime()
		for range agents {
			wg.Go(func() {
				var own []time.Duration
				for time.Since(began) < *loadFor {
					start := time.Now()
					if err := call(tool.url, body); err != nil {
						t.Error(err)
						return
					}
					own = append(own, time.Since(start))
				}
				mu.Lock()
				took = append(took, own...)
				mu.Unlock()
			})
		}
		wg.Wait()
		if len(took) == 0 {
			t.Fatal("no call was answered")
		}
		slices.Sort(took)
		fmt.Printf("%-14s %6.0f calls/s   %5.0f µs of CPU   p50 %6.2f ms   p99 %6.2f ms\n", tool.name, float64(len(took))/time.Since(began).Seconds(), float64((processTime()-cpu).Microseconds())/float64(len(took)),
			float64(took[len(took)/2].Microseconds())/1000, float64(took[len(took)*99/100].Microseconds())/1000)
	}
}
