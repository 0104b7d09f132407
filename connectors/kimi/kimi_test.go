package kimi_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"jezero/connectors/connectortest"
	"jezero/connectors/kimi"
)

func suite() connectortest.Suite {
	return connectortest.Suite{
		Agent: kimi.New(),
		File:  "sessions/wd_kestrel_0123456789ab/session_9f8e7d6c/agents/main/wire.jsonl",
		JSONL: true,
		Records: func(texts ...string) []byte {
			var b strings.Builder
			b.WriteString(`{"type":"metadata","protocol_version":"1.4"}` + "\n")
			for i, text := range texts {
				q, _ := json.Marshal(text)
				fmt.Fprintf(&b, `{"type":"context.append_message","message":{"role":"user","content":[{"type":"text","text":%s}]},"time":%d}`+"\n", q, 1786435201000+1000*i)
			}
			return []byte(b.String())
		},
		Uploads: []string{
			"sessions/a/b/state.json",
			"sessions/a/b/wire.jsonl",
			"sessions/a/b/agents/agent-3/wire.jsonl",
		},
		Refused: []string{
			"sessions/a/b/context.jsonl",
			"credentials/kimi-code.json",
			"sessions/a/b/agents/x/wire.jsonl",
		},
		Shared: []string{
			"Where is the tide cache?",
			"In /var/tide.",
			"Shell: ls",
			"] /home/me/kestrel",
		},
	}
}

func TestAgent(t *testing.T) { connectortest.Run(t, suite()) }

func FuzzAgent(f *testing.F) { connectortest.Fuzz(f, suite()) }
