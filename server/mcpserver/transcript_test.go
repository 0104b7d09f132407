package mcpserver

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write what the server answers into testdata/transcripts")

// TestTranscripts holds raw conversations, one file for each protocol: a
// section "send" is headers and a body as they go over the wire, the section
// "want" after it what comes back.
//
// JZ-114: nothing is carried from one request to the next; the server of every
// second request is a fresh one.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/transcripts/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			ar := txtar.Parse(raw)
			for i := 0; i+1 < len(ar.Files); i += 2 {
				send, want := ar.Files[i], &ar.Files[i+1]
				got := exchange(t, send.Data)
				if *update {
					want.Data = got
					continue
				}
				if diff := cmp.Diff(string(want.Data), string(got)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", send.Name, diff)
				}
			}
			if *update {
				if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// exchange sends one message to a fresh server and renders the answer.
func exchange(t *testing.T, message []byte) []byte {
	t.Helper()
	srv := serve(t, Options{Reader: sample()})
	var header []string
	body := strings.TrimSpace(string(message))
	for !strings.HasPrefix(body, "{") && body != "" {
		line, rest, _ := strings.Cut(body, "\n")
		k, v, _ := strings.Cut(line, ": ")
		header, body = append(header, k, v), strings.TrimSpace(rest)
	}
	status, h, got := post(t, srv, "agent-*", body, header...)
	var out bytes.Buffer
	fmt.Fprintf(&out, "%d %s\n", status, http.StatusText(status))
	if ct := h.Get("Content-Type"); ct != "" {
		fmt.Fprintf(&out, "Content-Type: %s\n", ct)
	}
	if json.Valid([]byte(got)) {
		var pretty bytes.Buffer
		if err := json.Indent(&pretty, []byte(strings.TrimSpace(got)), "", "  "); err != nil {
			t.Fatal(err)
		}
		got = pretty.String()
	}
	if got != "" {
		out.WriteString(strings.TrimRight(got, "\n") + "\n")
	}
	return out.Bytes()
}
