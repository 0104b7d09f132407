package pi_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"jezero/connectors/connectortest"
	"jezero/connectors/pi"
)

func suite() connectortest.Suite {
	return connectortest.Suite{
		Agent: pi.New(),
		File:  "sessions/--home-me-kestrel--/2026-08-13T07-00-00-000Z_0198aaaa-bbbb-7ccc-8ddd-eeeeffff0000.jsonl",
		JSONL: true,
		Records: func(texts ...string) []byte {
			var b strings.Builder
			b.WriteString(`{"type":"session","version":3,"id":"x","timestamp":"2026-08-13T07:00:00.000Z","cwd":"/home/me/kestrel"}` + "\n")
			parent := "null"
			for i, text := range texts {
				q, _ := json.Marshal(text)
				fmt.Fprintf(&b, `{"type":"message","id":"a%d","parentId":%s,"timestamp":"2026-08-13T07:%02d:%02d.000Z","message":{"role":"user","content":%s}}`+"\n", i, parent, i/60%60, i%60, q)
				parent = fmt.Sprintf(`"a%d"`, i)
			}
			return []byte(b.String())
		},
		Uploads: []string{
			"sessions/--srv-heron--/2026-08-13T07-00-00-000Z_abcdefgh.jsonl",
		},
		Refused: []string{
			"agent/auth.json",
			"sessions/home/2026-08-13T07-00-00-000Z_abcdefgh.jsonl",
		},
		Shared: []string{
			"active branch question",
			"read: a",
			"active branch answer",
		},
	}
}

func TestAgent(t *testing.T) { connectortest.Run(t, suite()) }

func FuzzAgent(f *testing.F) { connectortest.Fuzz(f, suite()) }
