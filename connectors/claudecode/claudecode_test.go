package claudecode_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"jezero/connectors/claudecode"
	"jezero/connectors/connectortest"
)

func suite() connectortest.Suite {
	return connectortest.Suite{
		Agent: claudecode.New(),
		File:  "projects/-home-me-kestrel/7c1d2e3f-0a1b-4c2d-8e3f-112233445566.jsonl",
		JSONL: true,
		Records: func(texts ...string) []byte {
			var b strings.Builder
			parent := "null"
			for i, text := range texts {
				q, _ := json.Marshal(text)
				fmt.Fprintf(&b, `{"parentUuid":%s,"isSidechain":false,"cwd":"/home/me/kestrel","sessionId":"7c1d2e3f-0a1b-4c2d-8e3f-112233445566","type":"user","uuid":"u%d","timestamp":"2026-08-03T09:%02d:%02d.000Z","message":{"role":"user","content":%s}}`+"\n", parent, i, i/60%60, i%60, q)
				parent = fmt.Sprintf(`"u%d"`, i)
			}
			return []byte(b.String())
		},
		Uploads: []string{
			"projects/-home-me-kestrel/agent-a0f1e2d3.jsonl",
			"projects/-home-me-kestrel/7c1d2e3f-0a1b-4c2d-8e3f-112233445566/subagents/agent-a0f1e2d3.jsonl",
			"projects/C--code-kestrel/7C1D2E3F-0A1B-4C2D-8E3F-112233445566/subagents/workflows/wf_1/agent-a0.jsonl",
		},
		Refused: []string{
			"projects/-home-me-kestrel/7c1d2e3f-0a1b-4c2d-8e3f-112233445566/subagents/workflows/wf_1/journal.jsonl",
			"projects/-home-me-kestrel/7c1d2e3f-0a1b-4c2d-8e3f-112233445566/tool-results/a.txt",
			"projects/-home-me-kestrel/notes.jsonl", "history.jsonl", "projects/a b/7c1d2e3f-0a1b-4c2d-8e3f-112233445566.jsonl",
		},
		Shared: []string{
			"Why does the tide table skip 2 March?", "Also check 29 February.", "tool: Read: /home/me/kestrel/tide.go", "Use AddDate.",
			"Good, commit it.", "Find every AddDate call.", "In the fork: try the moon table instead.", "I will read the generator first.",
		},
	}
}

func TestAgent(t *testing.T) { connectortest.Run(t, suite()) }

func FuzzAgent(f *testing.F) { connectortest.Fuzz(f, suite()) }
