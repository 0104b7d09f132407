package ingest_test

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jezero/connectors/all"
	"jezero/corpus"
	"jezero/server"
	"jezero/server/ingest"
	"jezero/server/sqlite"
	"jezero/server/summarize"
)

// JZ-03, end to end: the sample sessions through the real connectors, redactor
// and store; no planted credential is in any byte of the library, and every
// session is.
func TestRun_SampleSessions(t *testing.T) {
	ctx := context.Background()
	root := t.TempDir()
	if err := corpus.ExtractSessions(root); err != nil {
		t.Fatal(err)
	}
	p, path := benchPipeline(t, summarize.Extractive{})
	var list []ingest.Connector
	for _, a := range all.Agents() {
		dir := filepath.Join(root, a.ID())
		if _, err := os.Stat(dir); err == nil {
			list = append(list, ingest.Connector{Name: "agent-" + a.ID(), Agent: a, Root: dir, Enabled: true})
		}
	}
	if len(list) < 2 {
		t.Fatalf("%d agents have samples", len(list))
	}
	runs, err := p.Run(ctx, list, ingest.RunOptions{Quiet: true})
	if err != nil {
		t.Fatal(err)
	}
	stored, kinds := 0, 0
	for _, r := range runs {
		if r.Error != "" || r.Stored == 0 || r.Stored != r.Segments {
			t.Errorf("%+v", r)
		}
		stored += r.Stored
		kinds += len(r.Redacted)
	}
	if kinds < 10 {
		t.Errorf("%d kinds were redacted", kinds)
	}
	secrets := caught(t, p.Redactor)
	if len(secrets) < 15 {
		t.Fatalf("%d planted credentials are caught", len(secrets))
	}
	for _, suffix := range []string{"", "-wal", "-shm", ".head"} {
		b, err := os.ReadFile(path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		lower := bytes.ToLower(b)
		for i, s := range secrets {
			if bytes.Contains(b, []byte(s)) || bytes.Contains(lower, bytes.ToLower([]byte(s))) {
				t.Errorf("library.db%s holds planted credential number %d", suffix, i)
			}
		}
	}
	r, err := sqlite.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	o, err := r.Overview(ctx, server.Scope{Sources: []string{"*"}})
	if err != nil || o.Items != stored {
		t.Errorf("%+v %v", o, err)
	}
	// A second run costs nothing.
	runs, err = p.Run(ctx, list, ingest.RunOptions{Quiet: true})
	for _, r := range runs {
		if r.Segments != 0 || r.Error != "" {
			t.Errorf("a second time: %+v", r)
		}
	}
	if err != nil {
		t.Error(err)
	}
}

// caught are the planted credentials that the redactor finds where they stand:
// which shapes it knows is proved elsewhere, here that what it finds is gone.
func caught(t *testing.T, r ingest.Redactor) []string {
	t.Helper()
	var out []string
	missed := map[string]bool{}
	err := fs.WalkDir(corpus.Sessions(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(corpus.Sessions(), name)
		if err != nil {
			return err
		}
		after := r.String(string(b))
		for _, s := range corpus.PlantedSecrets() {
			if strings.Contains(after, s) {
				missed[s] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range corpus.PlantedSecrets() {
		if !missed[s] {
			out = append(out, s)
		}
	}
	return out
}
