package mcpserver

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"jezero/server"
)

var loadFor = flag.Duration("load", 0, "ask each tool for this long over HTTP and print what it takes; 0 skips")

// TestLoad asks over real connections that are kept alive, as eight agents at
// once, a reader that costs nothing: what is printed is the price of HTTP, of
// the SDK and of this package, the clients' own included.
func TestLoad(t *testing.T) {
	if *loadFor == 0 {
		t.Skip("needs -load 3s")
	}
	h := New(Options{Reader: sample(), Redactor: newRedactor(t)})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r.WithContext(server.WithCaller(r.Context(), server.Caller{Scope: server.Scope{Sources: []string{"*"}}})))
	}))
	defer srv.Close()
	const agents = 8
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: agents}}
	call := func(body []byte) error {
		req, err := http.NewRequest(http.MethodPost, srv.URL+"/mcp", bytes.NewReader(body))
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
	for _, tool := range []struct{ name, args string }{
		{"search", `{"query":"tide import"}`}, {"get_item", `{"id":"m1"}`}, {"timeline", `{}`}, {"later", `{"id":"m1"}`}, {"list_sources", `{}`},
	} {
		body := []byte(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool.name, tool.args))
		var mu sync.Mutex
		var took []time.Duration
		var wg sync.WaitGroup
		began := time.Now()
		for range agents {
			wg.Go(func() {
				var own []time.Duration
				for time.Since(began) < *loadFor {
					start := time.Now()
					if err := call(body); err != nil {
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
		fmt.Printf("%-14s %6.0f calls/s   p50 %6.2f ms   p99 %6.2f ms\n", tool.name, float64(len(took))/time.Since(began).Seconds(),
			float64(took[len(took)/2].Microseconds())/1000, float64(took[len(took)*99/100].Microseconds())/1000)
	}
}
