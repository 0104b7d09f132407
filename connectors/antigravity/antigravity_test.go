package antigravity_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"jezero/connectors/antigravity"
	"jezero/connectors/connectortest"
)

func suite() connectortest.Suite {
	return connectortest.Suite{
		Agent: antigravity.New(),
		File:  "antigravity-cli/brain/2b3c4d5e-6f70-4812-9a3b-4c5d6e7f8091/.system_generated/logs/transcript_full.jsonl",
		JSONL: true,
		Records: func(texts ...string) []byte {
			var b strings.Builder
			for i, text := range texts {
				q, _ := json.Marshal(text)
				fmt.Fprintf(&b, `{"step_index":%d,"source":"USER_EXPLICIT","type":"USER_INPUT","status":"DONE","created_at":"2026-08-07T12:%02d:%02dZ","content":%s}`+"\n", i, i/60%60, i%60, q)
			}
			return []byte(b.String())
		},
		Uploads: []string{
			"antigravity/brain/2b3c4d5e-6f70-4812-9a3b-4c5d6e7f8091/.system_generated/logs/transcript.jsonl",
			"antigravity-ide/history.jsonl",
			"antigravity/cache/conversation_metadata.json",
		},
		Refused: []string{
			"antigravity-cli/antigravity-oauth-token",
			"antigravity/conversations/2b3c4d5e-6f70-4812-9a3b-4c5d6e7f8091.db",
			"antigravity/brain/2b3c4d5e-6f70-4812-9a3b-4c5d6e7f8091/plan.md",
		},
		Shared: []string{
			"user: List stale buoys.",
			"run_command: buoyctl ls --stale",
			"Buoy b17 is stale since Tuesday.",
			"] /home/me/buoy",
		},
	}
}

func TestAgent(t *testing.T) { connectortest.Run(t, suite()) }

func FuzzAgent(f *testing.F) { connectortest.Fuzz(f, suite()) }
