package mcpserver

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"jezero/server"
)

// FuzzArguments calls every tool with any arguments: the answer is JSON with
// one result or one error, nothing of other people's items stands in it, a
// refusal does not repeat what was sent, and a second call finds the same.
func FuzzArguments(f *testing.F) {
	tools := []string{"search", "timeline", "get_item", "later", "list_sources", "no_such_tool"}
	for i := range tools {
		for _, args := range []string{
			`{}`, `{"query":"tide"}`, `{"query":"tide import","limit":50,"since":"2026-03-01","until":"2026-03-31"}`, `{"id":"m1"}`, `{"id":"m3","page":1}`, `{"id":"m1","limit":3}`,
			`{"query":"\" OR *"}`, `{"query":7}`, `{"limit":-1}`, `{"limit":1e400}`, `{"source":"agent-codex-b","project":"harbour"}`, `{"since":"2026-02-30"}`, `null`, `[]`, `"x"`, `{"query":"tide","query":"alarm"}`, `{"id":"\u0000../m4"}`,
		} {
			f.Add(uint8(i), args)
		}
	}
	known := strings.Join(tools, " ") + " 2026-03-31T14:05:00Z" // what refusals say themselves
	h := New(Options{Reader: sample(), Redactor: newRedactor(f), Version: "v0.0.0-test"})
	caller := server.Caller{Name: "test", Scope: server.Scope{Sources: []string{"agent-claude-code-a"}}}
	f.Fuzz(func(t *testing.T, n uint8, args string) {
		if len(args) > 16<<10 || !json.Valid([]byte(args)) {
			return
		}
		tool := tools[int(n)%len(tools)]
		ask := func() (int, string) {
			body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, args)
			r := httptest.NewRequest("POST", "/mcp", strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json, text/event-stream")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r.WithContext(server.WithCaller(t.Context(), caller)))
			return w.Code, w.Body.String()
		}
		code, answer := ask()
		if code != 200 && code != 400 {
			t.Fatalf("status %d", code)
		}
		var got struct {
			Result *struct {
				IsError    bool            `json:"isError"`
				Structured json.RawMessage `json:"structuredContent"`
				Content    []struct{ Text string }
			}
			Error *struct{ Message string }
		}
		if code == 400 && !json.Valid([]byte(answer)) {
			return // the SDK refuses the message itself, in plain text
		}
		if err := json.Unmarshal([]byte(answer), &got); err != nil {
			t.Fatalf("the answer is no JSON: %v", err)
		}
		if (got.Result == nil) == (got.Error == nil) {
			t.Fatal("the answer is neither a result nor an error")
		}
		for _, foreign := range []string{"alarm", "it rings", "rm -rf", "mail-list", "agent-codex-b"} {
			if strings.Contains(answer, foreign) && !strings.Contains(args, foreign) {
				t.Errorf("%s: %q of another source is in the answer", tool, foreign)
			}
		}
		if r := got.Result; r != nil && !r.IsError {
			if len(r.Content) != 1 || !json.Valid([]byte(r.Content[0].Text)) || len(r.Structured) == 0 {
				t.Errorf("%s: not one block of JSON", tool)
			}
			if strings.Contains(string(r.Structured), "null") && !strings.Contains(args, "null") {
				t.Errorf("%s: null in a result", tool)
			}
		} else if r != nil {
			for _, v := range texts(args) {
				if len(v) > 8 && !strings.Contains(known, v) && strings.Contains(r.Content[0].Text, v) {
					t.Errorf("%s: the refusal repeats an argument", tool)
				}
			}
		}
		// A refusal may name several unknown arguments, in any order.
		if _, again := ask(); again != answer && got.Result != nil && !got.Result.IsError {
			t.Errorf("%s: the same call answers otherwise", tool)
		}
	})
}

// texts are the strings that stand in a JSON object as values and in none of
// its names, which a refusal may say. Where a number belongs the SDK's own
// check quotes what is there instead: such calls are left out.
func texts(raw string) []string {
	var m map[string]any
	if json.Unmarshal([]byte(raw), &m) != nil {
		return nil
	}
	var out []string
	names := strings.Join(slices.Collect(maps.Keys(m)), "\n")
	for _, name := range []string{"limit", "page"} {
		if _, ok := m[name].(string); ok {
			return nil
		}
	}
	for _, v := range m {
		if s, ok := v.(string); ok && !strings.Contains(names, s) {
			out = append(out, s)
		}
	}
	return out
}
