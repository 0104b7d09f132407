package opencode_test

import (
	"testing"

	"jezero/connectors/connectortest"
	"jezero/connectors/opencode"
)

func suite() connectortest.Suite {
	return connectortest.Suite{
		Agent: opencode.New(),
		File:  "export/ses_4a1b2c3d4ffeABCDEFGHIJKLMN.json",
		Records: func(texts ...string) []byte {
			return connectortest.Export("opencode", "ses_4a1b2c3d4ffeABCDEFGHIJKLMN", texts...)
		},
		Uploads: []string{
			"storage/project/global.json",
			"storage/session/global/ses_4a1b2c3d4ffeABCDEFGHIJKLMN.json",
			"storage/message/ses_4a1b/msg_b5e4c3d2001a.json",
			"storage/part/msg_b5e4c3d2001a/prt_1a.json",
		},
		Refused: []string{
			"opencode.db-wal",
			"storage/part/prt_1.json",
			"storage/session_diff/ses_1.json",
			"log/x.log",
		},
		Shared: []string{
			"The glob matched *.nest only; the files are *.nst.",
			"bash: ls nests",
			"The files are *.nst.",
			"!: make",
		},
	}
}

func TestAgent(t *testing.T) { connectortest.Run(t, suite()) }

func FuzzAgent(f *testing.F) { connectortest.Fuzz(f, suite()) }

func FuzzDatabase(f *testing.F) { connectortest.FuzzDatabase(f, suite()) }
