package qwen_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"jezero/connectors/connectortest"
	"jezero/connectors/qwen"
)

func suite() connectortest.Suite {
	return connectortest.Suite{
		Agent: qwen.New(),
		File:  "projects/-home-me-petrel/chats/5e6f7a8b-9c0d-4e1f-8a2b-3c4d5e6f7a8b.jsonl",
		JSONL: true,
		Records: func(texts ...string) []byte {
			var b strings.Builder
			parent := "null"
			for i, text := range texts {
				q, _ := json.Marshal(text)
				fmt.Fprintf(&b, `{"uuid":"q%d","parentUuid":%s,"timestamp":"2026-08-12T08:%02d:%02d.000Z","type":"user","cwd":"/home/me/petrel","message":{"role":"user","parts":[{"text":%s}]}}`+"\n", i, parent, i/60%60, i%60, q)
				parent = fmt.Sprintf(`"q%d"`, i)
			}
			return []byte(b.String())
		},
		Uploads: []string{
			"projects/x/chats/abcdefgh.jsonl",
		},
		Refused: []string{
			"projects/x/chats/a.jsonl",
			"projects/x/other/abcdefgh.jsonl",
			"oauth_creds.json",
		},
		Shared: []string{
			"Explain petrel sync.",
			"read_file: sync.go",
			"It pulls, then pushes.",
		},
	}
}

func TestAgent(t *testing.T) { connectortest.Run(t, suite()) }

func FuzzAgent(f *testing.F) { connectortest.Fuzz(f, suite()) }
