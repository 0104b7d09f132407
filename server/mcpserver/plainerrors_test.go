package mcpserver

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// No error repeats a byte of the request, however wrong that is, and each is in
// words of our own.
func TestErrors_RepeatNothing(t *testing.T) {
	const canary = "qzcanary"
	srv := serve(t, Options{Reader: sample()})
	call := func(tool, args string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, args)
	}
	method := func(name, params string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, name, params)
	}
	const later = "2026-07-28"
	meta := func(version, more string) string {
		return fmt.Sprintf(`{"name":"search","arguments":{"query":"x"},"_meta":{"io.modelcontextprotocol/protocolVersion":%q%s}}`, version, more)
	}
	for _, c := range []struct {
		name, body, want string
		header           []string // name, value, ...
	}{
		{"value of another type", call("search", `{"query":"x","limit":"`+canary+`"}`), "limit must be a whole number", nil},
		{"object for a string", call("get_item", `{"id":{"`+canary+`":1}}`), "id must be a string", nil},
		{"name of an argument", call("search", `{"query":"x","`+canary+`":1}`), "one of them is unknown", nil},
		{"list of arguments", call("search", `["`+canary+`"]`), "must be one object", nil},
		{"string of arguments", call("search", `"`+canary+`"`), "must be one object", nil},
		{"date", call("timeline", `{"since":"`+canary+`"}`), "since must be a date", nil},
		{"tool", call(canary, `{}`), "there is no such tool", nil},
		{"no tool", method("tools/call", `{"`+canary+`":1}`), "there is no such tool", nil},
		{"params", method("tools/call", `"`+canary+`"`), "bad params", nil},
		{"name of another type", method("tools/call", `{"name":["`+canary+`"]}`), "bad params", nil},
		{"method", method(canary, `{}`), "there is no such method", nil},
		{"resource", method("resources/read", `{"uri":"`+canary+`"}`), "bad params", nil},
		{"prompt", method("prompts/get", `{"name":"`+canary+`"}`), "bad params", nil},
		{"completion", method("completion/complete", `{"ref":{"type":"`+canary+`"}}`), "bad params", nil},
		{"cursor", method("tools/list", `{"cursor":"`+canary+`"}`), "bad params", nil},
		{"cut off", call("search", `{"query":"`+canary)[:100], "not a message of MCP", nil},
		{"batch", " \n[" + call("search", `{"query":"x"}`) + "," + method(canary, `{}`) + "]", "one JSON-RPC request in each POST", nil},
		{"no JSON", canary, "not a message of MCP", nil},
		{"another JSON-RPC", `{"jsonrpc":"` + canary + `","id":1,"method":"ping"}`, "not a message of MCP", nil},
		{"an id of another type", `{"jsonrpc":"2.0","id":{"a":"` + canary + `"},"method":"ping"}`, "not a message of MCP", nil},
		{"Accept", method("ping", `{}`), "not a message of MCP", []string{"Accept", canary}},
		{"Content-Type", method("ping", `{}`), "Content-Type must be", []string{"Content-Type", canary}},
		{"version in the header", method("ping", `{}`), "_meta field", []string{"MCP-Protocol-Version", canary}},
		{"version in the body", method("tools/call", meta(canary, "")), "the headers Mcp-Method", []string{"MCP-Protocol-Version", later}},
		{"version in both", method("tools/call", meta("2999-01-01", `,"io.modelcontextprotocol/clientCapabilities":{},"`+canary+`":1`)), `"supported":["2026-07-28"`, []string{"MCP-Protocol-Version", "2999-01-01", "Mcp-Method", "tools/call", "Mcp-Name", "search"}},
		{"method in the header", method("tools/call", meta(later, "")), "the headers Mcp-Method", []string{"MCP-Protocol-Version", later, "Mcp-Method", canary}},
		{"name in the header", method("tools/call", meta(later, "")), "the headers Mcp-Method", []string{"MCP-Protocol-Version", later, "Mcp-Method", "tools/call", "Mcp-Name", canary}},
	} {
		t.Run(c.name, func(t *testing.T) {
			req, err := http.NewRequest("POST", srv.URL, strings.NewReader(c.body))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Authorization", "Bearer *")
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Accept", "application/json, text/event-stream")
			req.Header.Set("MCP-Protocol-Version", "2025-11-25")
			for i := 0; i < len(c.header); i += 2 {
				req.Header.Set(c.header[i], c.header[i+1])
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			b, err := io.ReadAll(res.Body)
			if err != nil {
				t.Fatal(err)
			}
			got := string(b)
			if strings.Contains(got, canary) || !strings.Contains(got, c.want) {
				t.Errorf("status %d, want %q:\n%s", res.StatusCode, c.want, got)
			}
		})
	}
}
