package gemini_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"jezero/connectors/connectortest"
	"jezero/connectors/gemini"
)

func suite() connectortest.Suite {
	return connectortest.Suite{
		Agent: gemini.New(),
		File:  "tmp/buoy/chats/session-2026-08-08T07-15-c0ffee00.jsonl",
		JSONL: true,
		Records: func(texts ...string) []byte {
			var b strings.Builder
			b.WriteString(`{"sessionId":"c0ffee00-1111-4222-8333-444455556666","startTime":"2026-08-08T07:00:00.000Z","kind":"main"}` + "\n")
			for i, text := range texts {
				q, _ := json.Marshal(text)
				fmt.Fprintf(&b, `{"id":"g%d","timestamp":"2026-08-08T07:%02d:%02d.000Z","type":"user","content":[{"text":%s}]}`+"\n", i, i/60%60, i%60, q)
			}
			return []byte(b.String())
		},
		Uploads: []string{
			"projects.json",
			"tmp/buoy/.project_root",
			"tmp/buoy/chats/session-2025-11-12T09-44-2f32182a.json",
			"tmp/buoy/chats/c0ffee00-1111/sub1.jsonl",
		},
		Refused: []string{
			"tmp/buoy/logs.json",
			"tmp/buoy/chats/session-x.json",
			"settings.json",
		},
		Shared: []string{
			"Show the mooring plan.",
			"read_file: plan.md",
			"Two anchors, north and east.",
			"old question",
			"old answer",
		},
	}
}

func TestAgent(t *testing.T) { connectortest.Run(t, suite()) }

func FuzzAgent(f *testing.F) { connectortest.Fuzz(f, suite()) }
