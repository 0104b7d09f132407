package codex_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"jezero/connectors/codex"
	"jezero/connectors/connectortest"
)

func suite() connectortest.Suite {
	return connectortest.Suite{
		Agent: codex.New(),
		File:  "sessions/2026/08/05/rollout-2026-08-05T10-00-00-019f1234-5678-7abc-8def-0123456789ab.jsonl",
		JSONL: true,
		Records: func(texts ...string) []byte {
			var b strings.Builder
			b.WriteString(`{"timestamp":"2026-08-05T10:00:00.000Z","type":"session_meta","payload":{"id":"019f1234-5678-7abc-8def-0123456789ab","timestamp":"2026-08-05T10:00:00.000Z","cwd":"/srv/heron","source":"cli"}}` + "\n")
			for i, text := range texts {
				q, _ := json.Marshal(text)
				fmt.Fprintf(&b, `{"timestamp":"2026-08-05T10:%02d:%02d.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":%s}]}}`+"\n", i/60%60, i%60, q)
			}
			return []byte(b.String())
		},
		Uploads: []string{
			"archived_sessions/rollout-2026-07-01T00-00-00-019e0000-0000-7000-8000-000000000001.jsonl",
			"sessions/2026/08/05/rollout-2026-08-05T10-00-00-019f1234-5678-7abc-8def-0123456789ab.jsonl.zst",
		},
		Refused: []string{
			"history.jsonl", "session_index.jsonl", "sessions/2026/13/05/rollout-2026-08-05T10-00-00-019f1234-5678-7abc-8def-0123456789ab.jsonl",
			"sessions/2026/08/32/rollout-2026-08-05T10-00-00-019f1234-5678-7abc-8def-0123456789ab.jsonl",
		},
		Shared: []string{
			"archived question", "Make the heron feed idempotent.", "I will look at the writer.", "rg -n upsert", "apply_patch: update feed.go",
			"Done: the feed now upserts by (source, seq).", "In the fork: use a unique index.",
		},
	}
}

func TestAgent(t *testing.T) { connectortest.Run(t, suite()) }

func FuzzAgent(f *testing.F) { connectortest.Fuzz(f, suite()) }
