package goose_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"jezero/connectors/connectortest"
	"jezero/connectors/goose"
)

func suite() connectortest.Suite {
	return connectortest.Suite{
		Agent: goose.New(),
		File:  "20250724_1.jsonl",
		JSONL: true,
		Records: func(texts ...string) []byte {
			var b strings.Builder
			b.WriteString(`{"description":"d","working_dir":"/home/me/auk"}` + "\n")
			for i, text := range texts {
				q, _ := json.Marshal(text)
				fmt.Fprintf(&b, `{"id":"m%d","role":"user","created":%d,"content":[{"type":"text","text":%s}]}`+"\n", i, 1753351200+i, q)
			}
			return []byte(b.String())
		},
		Uploads: []string{
			"export/20260811_3.json",
		},
		Refused: []string{
			"sessions.db",
			"export/x/y.json",
			"2025_1.jsonl",
		},
		Shared: []string{
			"List auk colours.",
			"developer__shell: ls",
			"Black and white.",
			"user: hello",
			"assistant: hi",
		},
	}
}

func TestAgent(t *testing.T) { connectortest.Run(t, suite()) }

func FuzzAgent(f *testing.F) { connectortest.Fuzz(f, suite()) }

func FuzzDatabase(f *testing.F) { connectortest.FuzzDatabase(f, suite()) }
