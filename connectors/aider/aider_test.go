package aider_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"jezero/connectors/aider"
	"jezero/connectors/connectortest"
)

func suite() connectortest.Suite {
	return connectortest.Suite{
		Agent: aider.New(),
		File:  "gull/.aider.chat.history.md",
		Records: func(texts ...string) []byte {
			var b strings.Builder
			b.WriteString("\n# aider chat started at 2026-08-11 09:00:00\n")
			for _, text := range texts {
				b.WriteString("\n#### " + strings.ReplaceAll(text, "\n", "\n#### ") + "\n")
			}
			return []byte(b.String())
		},
		Uploads: []string{
			"a.b-c_d/.aider.chat.history.md",
		},
		Refused: []string{
			"gull/.aider.input.history",
			".aider.chat.history.md",
			"gull/sub/.aider.chat.history.md",
			"-x/.aider.chat.history.md",
		},
		Shared: []string{
			"Rename Gull to Larus\nand keep the alias",
			"#### not a user line, inside a fence",
			"aider: Applied edit to gull.go",
			"user: second session",
			"answer two",
		},
	}
}

func TestAgent(t *testing.T) { connectortest.Run(t, suite()) }

func FuzzAgent(f *testing.F) { connectortest.Fuzz(f, suite()) }

// Times without a zone are local; the golden file is written in UTC.
func TestMain(m *testing.M) {
	time.Local = time.UTC
	os.Exit(m.Run())
}
