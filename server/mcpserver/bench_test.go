package mcpserver

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"jezero/server"
)

// BenchmarkCall is a call without the network and with a reader that costs
// nothing: what the SDK and this package take of a core.
func BenchmarkCall(b *testing.B) {
	h := New(Options{Reader: sample(), Redactor: newRedactor(b)})
	for _, tool := range []struct{ name, args string }{
		{"search", `{"query":"tide import"}`}, {"get_item", `{"id":"m1"}`}, {"timeline", `{}`}, {"later", `{"id":"m1"}`}, {"list_sources", `{}`},
	} {
		body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool.name, tool.args)
		b.Run(tool.name, func(b *testing.B) {
			for b.Loop() {
				r := httptest.NewRequestWithContext(server.WithCaller(b.Context(), server.Caller{Scope: server.Scope{Sources: []string{"*"}}}), http.MethodPost, "/mcp", strings.NewReader(body))
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("Accept", "application/json, text/event-stream")
				r.Header.Set("Mcp-Protocol-Version", "2025-06-18")
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				if w.Code != http.StatusOK {
					b.Fatal(w.Code, w.Body)
				}
			}
		})
	}
}
