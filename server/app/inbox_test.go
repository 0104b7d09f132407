package app

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jezero/server/ingest"
)

// uploads puts one upload from long ago and one from now into the inbox of a
// configuration with a retention of 30 days.
func uploads(t *testing.T, more string) (l *Library, old, fresh string) {
	t.Helper()
	l, err := configured(t, "[inbox]\nretention_days = 30\n"+more, nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(l.Config.Inbox.Dir, "laptop", "codex")
	old, fresh = filepath.Join(dir, "old.jsonl"), filepath.Join(dir, "fresh.jsonl")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for path, age := range map[string]time.Duration{old: 31 * 24 * time.Hour, fresh: 29 * 24 * time.Hour} {
		at := time.Now().Add(-age)
		if err := os.WriteFile(path, []byte("{}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	return l, old, fresh
}

// retention_days holds in every mode, also where nothing is due, where reading
// fails and where nothing reads at all.
func TestRetention(t *testing.T) {
	run := func(o RunOptions) func(*testing.T, *Library) error {
		return func(t *testing.T, l *Library) error { _, err := l.Run(t.Context(), o); return err }
	}
	const model = "[summarizer]\nkind = \"anthropic\"\nmodel = \"m\"\napi_key_env = \"NOT_SET\"\n"
	const connector = "[[connectors]]\nname = \"c\"\ntype = \"codex\"\nroot = \"inbox/laptop/codex\"\n"
	tests := []struct {
		name, more string
		do         func(*testing.T, *Library) error
		fails      string // what the error says
		stays      bool   // the old upload
	}{
		{"run without connectors", "", run(RunOptions{}), "", false},
		{"run", connector, run(RunOptions{}), "", false},
		{"run of what is due", connector, run(RunOptions{Due: true}), "", false},
		{"run of one", connector, run(RunOptions{Names: []string{"c"}}), "", false},
		{"run that cannot summarise", connector + model, run(RunOptions{}), "NOT_SET", false},
		{"run whose keys are gone", connector, func(t *testing.T, l *Library) error {
			if err := os.MkdirAll(filepath.Dir(l.Config.Server.Database), 0o700); err != nil {
				return err
			}
			if err := os.WriteFile(l.Config.Server.Database, nil, 0o600); err != nil {
				return err
			}
			return run(RunOptions{})(t, l)
		}, "no chain keys", false},
		{"run beside another", connector, func(t *testing.T, l *Library) error {
			if err := os.MkdirAll(filepath.Dir(l.Config.Server.Database), 0o700); err != nil {
				return err
			}
			release, err := ingest.AcquireLock(l.Config.Server.Database + ".lock")
			if err != nil {
				return err
			}
			defer release()
			return run(RunOptions{})(t, l)
		}, "another run is in progress", true}, // that one will
		{"interrupted run", connector, func(t *testing.T, l *Library) error {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			_, err := l.Run(ctx, RunOptions{})
			return err
		}, "canceled", true},
		{"serve", "", func(t *testing.T, l *Library) error {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				var log bytes.Buffer
				s := &Server{lib: l, log: slog.New(slog.NewTextHandler(&log, nil))}
				done := make(chan struct{})
				go func() { defer close(done); s.retainWhile(ctx) }()
				old := filepath.Join(l.Config.Inbox.Dir, "laptop", "codex", "old.jsonl")
				// The clock of the test starts in 2000, so the upload is older by hand.
				at := time.Now().Add(-31 * 24 * time.Hour)
				if err := os.Chtimes(old, at, at); err != nil {
					t.Fatal(err)
				}
				time.Sleep(retainEvery - time.Second)
				if !exists(old) {
					t.Error("removed before a run had the time to read it")
				}
				time.Sleep(2 * time.Second)
				cancel()
				<-done
				if !strings.Contains(log.String(), "files=1") || strings.Contains(log.String(), "old.jsonl") {
					t.Errorf("log: %s", &log)
				}
			})
			return nil
		}, "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l, old, fresh := uploads(t, tt.more)
			err := tt.do(t, l)
			if (err == nil) != (tt.fails == "") || err != nil && !strings.Contains(err.Error(), tt.fails) {
				t.Errorf("%v, want %q", err, tt.fails)
			}
			if exists(old) != tt.stays || !exists(fresh) {
				t.Errorf("old upload there: %v, fresh one there: %v", exists(old), exists(fresh))
			}
		})
	}
	// 0 keeps uploads for good.
	l, old, _ := uploads(t, "")
	l.Config.Inbox.Retention = 0
	if _, err := l.Run(t.Context(), RunOptions{}); err != nil || !exists(old) {
		t.Errorf("retention 0: %v, there: %v", err, exists(old))
	}
}
