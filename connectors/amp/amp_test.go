package amp_test

import (
	"encoding/json"
	"testing"

	"jezero/connectors/amp"
	"jezero/connectors/connectortest"
)

func suite() connectortest.Suite {
	return connectortest.Suite{
		Agent: amp.New(),
		File:  "T-3f2e1d0c-9b8a-4756-8453-627182939495.json",
		Records: func(texts ...string) []byte {
			var msgs []any
			for _, text := range texts {
				msgs = append(msgs, map[string]any{"role": "user", "content": []any{map[string]any{"type": "text", "text": text}}})
			}
			b, _ := json.Marshal(map[string]any{"id": "T-3f2e1d0c-9b8a-4756-8453-627182939495", "created": 1786435200000, "messages": msgs})
			return b
		},
		Uploads: []string{
			"T-12345678.json",
		},
		Refused: []string{
			"T-1.json",
			"secrets.json",
			"T-3f2e1d0c-9b8a-4756-8453-627182939495.amptmp",
		},
		Shared: []string{
			"Why are skua logs empty?",
			"Bash: ls",
			"Rotation ran first.",
			"] /home/me/skua",
		},
	}
}

func TestAgent(t *testing.T) { connectortest.Run(t, suite()) }

func FuzzAgent(f *testing.F) { connectortest.Fuzz(f, suite()) }
