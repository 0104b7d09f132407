package cursor_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"jezero/connectors/connectortest"
	"jezero/connectors/cursor"
)

func suite() connectortest.Suite {
	return connectortest.Suite{
		Agent: cursor.New(),
		File:  "projects/home-me-gull/agent-transcripts/0f1e2d3c-4b5a-4697-8877-665544332211/0f1e2d3c-4b5a-4697-8877-665544332211.jsonl",
		JSONL: true,
		Records: func(texts ...string) []byte {
			var b strings.Builder
			for _, text := range texts {
				q, _ := json.Marshal(text)
				fmt.Fprintf(&b, `{"role":"user","message":{"content":[{"type":"text","text":%s}]}}`+"\n", q)
			}
			return []byte(b.String())
		},
		Uploads: []string{
			"projects/home-me-gull/agent-transcripts/0f1e2d3c-4b5a-4697-8877-665544332211.txt",
			"projects/home-me-gull/agent-transcripts/0f1e2d3c-4b5a-4697-8877-665544332211/subagents/1f1e2d3c-4b5a-4697-8877-665544332211.jsonl",
		},
		Refused: []string{
			"projects/home-me-gull/mcps/x.json",
			"projects/home-me-gull/agent-transcripts/x.jsonl",
			"chats/x/store.db",
		},
		Shared: []string{
			"user: Rename the gull table.",
			"Renamed in two files.",
			"tool: edit",
			"] /home/me/gull",
		},
	}
}

func TestAgent(t *testing.T) { connectortest.Run(t, suite()) }

func FuzzAgent(f *testing.F) { connectortest.Fuzz(f, suite()) }

func FuzzDatabase(f *testing.F) { connectortest.FuzzDatabase(f, suite()) }
