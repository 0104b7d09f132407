package hermes_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"jezero/connectors/connectortest"
	"jezero/connectors/hermes"
)

func suite() connectortest.Suite {
	return connectortest.Suite{
		Agent: hermes.New(),
		File:  "sessions/20260403_153620_5a3e2ff1.jsonl",
		JSONL: true,
		Records: func(texts ...string) []byte {
			var b strings.Builder
			for i, text := range texts {
				q, _ := json.Marshal(text)
				fmt.Fprintf(&b, `{"role":"user","content":%s,"timestamp":"2026-04-03T15:%02d:%02d.000000"}`+"\n", q, i/60%60, i%60)
			}
			return []byte(b.String())
		},
		Uploads: []string{
			"sessions/session_20260429_200000_0b1c2d3e.json",
			"export/20260429_200000_0b1c2d3e.json",
			"profiles/work/export/20260429_200000_0b1c2d3e.json",
			"profiles/work/sessions/20260403_153620_5a3e2ff1.jsonl",
		},
		Refused: []string{
			"profiles/work/state.db",
			"sessions/x.jsonl",
			"skills/x.md",
		},
		Shared: []string{
			"Why is the gull cache cold?",
			"terminal: gullctl stat",
			"The key includes the pid, so every restart misses.",
			"Now drop the pid from the key.",
			"old style question",
			"old style answer",
			"snapshot question",
			"snapshot answer",
		},
	}
}

func TestAgent(t *testing.T) { connectortest.Run(t, suite()) }

func FuzzAgent(f *testing.F) { connectortest.Fuzz(f, suite()) }

func FuzzDatabase(f *testing.F) { connectortest.FuzzDatabase(f, suite()) }

// Times without a zone are local; the golden file is written in UTC.
func TestMain(m *testing.M) {
	time.Local = time.UTC
	os.Exit(m.Run())
}
