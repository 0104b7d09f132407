package copilot_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"jezero/connectors/connectortest"
	"jezero/connectors/copilot"
)

func suite() connectortest.Suite {
	return connectortest.Suite{
		Agent: copilot.New(),
		File:  "session-state/1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d/events.jsonl",
		JSONL: true,
		Records: func(texts ...string) []byte {
			var b strings.Builder
			b.WriteString(`{"type":"session.start","data":{"sessionId":"1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d","context":{"cwd":"/home/me/tern"}},"id":"e","timestamp":"2026-08-10T08:00:00.000Z"}` + "\n")
			for i, text := range texts {
				q, _ := json.Marshal(text)
				fmt.Fprintf(&b, `{"type":"user.message","data":{"content":%s},"id":"e%d","timestamp":"2026-08-10T08:%02d:%02d.000Z"}`+"\n", q, i, i/60%60, i%60)
			}
			return []byte(b.String())
		},
		Uploads: []string{
			"session-state/1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d.jsonl",
		},
		Refused: []string{
			"session-state/1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d/workspace.yaml",
			"config.json",
			"session-state/x/events.jsonl",
		},
		Shared: []string{
			"Fix the flaky tern test.",
			"bash: go test ./...",
			"The clock is read twice; freeze it.",
			"] /home/me/tern",
		},
	}
}

func TestAgent(t *testing.T) { connectortest.Run(t, suite()) }

func FuzzAgent(f *testing.F) { connectortest.Fuzz(f, suite()) }
