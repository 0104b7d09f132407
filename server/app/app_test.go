package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jezero/connectors/device/client"
	"jezero/corpus"
	"jezero/server/chain"
	"jezero/server/config"
	"jezero/server/ingest"
)

// home is a user's home folder with the sample sessions in it.
func home(t testing.TB) (string, Environment) {
	t.Helper()
	dir := t.TempDir()
	tmp := filepath.Join(dir, "samples")
	if err := corpus.ExtractSessions(tmp); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{"claude-code": ".claude", "codex": ".codex"} {
		if err := os.Rename(filepath.Join(tmp, from), filepath.Join(dir, to)); err != nil {
			t.Fatal(err)
		}
	}
	return dir, Environment{Dir: dir, Lookup: func(name string) (string, bool) {
		if name == "HOME" {
			return dir, true
		}
		return "", false
	}}
}

func up(t *testing.T) *Up {
	t.Helper()
	_, env := home(t)
	u, err := PrepareUp(t.Context(), "", env)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestHealth(t *testing.T) {
	u := up(t)
	states := func(now time.Time) string {
		t.Helper()
		report, err := u.Health(t.Context(), now)
		if err != nil {
			t.Fatal(err)
		}
		var s []string
		for _, h := range report.Connectors {
			s = append(s, string(h.State))
		}
		return strings.Join(s, ",")
	}
	if got := states(time.Now()); got != "never ran,never ran" {
		t.Errorf("before the first run: %s", got)
	}
	if _, err := u.Run(t.Context(), RunOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := states(time.Now()); got != "good,good" {
		t.Errorf("after a run: %s", got)
	}
	if got := states(time.Now().Add(25 * time.Hour)); got != "stale,stale" { // JZ-175
		t.Errorf("a day later: %s", got)
	}
	codex := slices.IndexFunc(u.connectors, func(c ingest.Connector) bool { return c.Agent.ID() == "codex" })
	u.connectors[codex].Root = filepath.Join(t.TempDir(), "gone")
	if _, err := u.Run(t.Context(), RunOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := states(time.Now()); got != "good,failing" { // JZ-176
		t.Errorf("a root that is gone: %s", got)
	}
}

// One writer at a time. JZ-150
func TestWrite_Busy(t *testing.T) {
	u := up(t)
	if _, err := u.Run(t.Context(), RunOptions{}); err != nil {
		t.Fatal(err)
	}
	release, err := ingest.AcquireLock(u.Config.Server.Database + ".lock")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := u.Run(t.Context(), RunOptions{}); !errors.Is(err, ingest.ErrBusy) {
		t.Errorf("run: %v", err)
	}
	if _, err := u.RedactStored(t.Context(), RedactStoredOptions{}); !errors.Is(err, ingest.ErrBusy) {
		t.Errorf("redact-stored: %v", err)
	}
	if _, err := u.Verify(t.Context()); err != nil {
		t.Errorf("verify reads, and waits for nobody: %v", err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
}

// Keys are made once; a library whose keys are gone is not written to.
func TestKeys(t *testing.T) {
	u := up(t)
	if _, err := u.Run(t.Context(), RunOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(u.Config.Chain.KeyFile); err != nil {
		t.Fatal(err)
	}
	if _, err := u.Run(t.Context(), RunOptions{}); !errors.Is(err, chain.ErrNoKeys) {
		t.Errorf("run: %v", err)
	}
	if exists(u.Config.Chain.KeyFile) {
		t.Error("new keys were made over a signed library")
	}
}

// A second PrepareUp keeps configuration and key; a configuration that was
// removed gets the key that agents were connected with.
func TestPrepareUp_KeepsKey(t *testing.T) {
	_, env := home(t)
	first, err := PrepareUp(t.Context(), "", env)
	if err != nil || !first.Wrote {
		t.Fatal(err)
	}
	key, err := client.LoadKeyFile(first.KeyFile, "")
	if err != nil {
		t.Fatal(err)
	}
	again, err := PrepareUp(t.Context(), "", env)
	if err != nil || again.Wrote {
		t.Errorf("wrote %v, %v", again.Wrote, err)
	}
	if err := os.Remove(filepath.Join(first.Dir, config.FileName)); err != nil {
		t.Fatal(err)
	}
	third, err := PrepareUp(t.Context(), "", env)
	if err != nil || !third.Wrote {
		t.Fatal(err)
	}
	if third.Config.Clients[0].TokenSHA256 != first.Config.Clients[0].TokenSHA256 {
		t.Error("agents that were connected are locked out")
	}
	now, err := client.LoadKeyFile(first.KeyFile, "")
	if err != nil || now != key {
		t.Error("the key file changed")
	}
	text, err := os.ReadFile(filepath.Join(first.Dir, config.FileName))
	if err != nil || strings.Contains(string(text), key.Key) { // JZ-70
		t.Errorf("the configuration holds the key, or: %v", err)
	}
}

func TestDeviceName(t *testing.T) {
	if n := deviceName(); !config.ValidDevice(n) {
		t.Errorf("%q is no device", n)
	}
}

// An interrupted demonstration leaves nothing behind.
func TestStartDemo_Interrupted(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	t.Setenv("TMP", tmp)
	_, env := home(t)
	for _, after := range []int{0, 1, 7} {
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		d, err := StartDemo(ctx, DemoOptions{Progress: func(ingest.Event) {
			if n++; n > after {
				cancel()
			}
		}}, env)
		cancel()
		if err == nil {
			d.Close()
		}
		if left, _ := os.ReadDir(tmp); len(left) > 0 {
			t.Errorf("after %d events: %v is left", after, left)
		}
	}
}

// A device calls itself by no name that the server would refuse.
func TestDeviceNames(t *testing.T) {
	for _, name := range []string{
		"", "a", "laptop", "a-1", "-a", "a-", "A", "a_b", "a.b", "ä", "local", "con", "prn", "aux", "nul", "com1", "lpt9", "com", "comx", "com10",
		strings.Repeat("a", 63), strings.Repeat("a", 64),
	} {
		if got, want := client.ValidDevice(name), config.ValidDevice(name); got != want {
			t.Errorf("%q: the device says %v, the server %v", name, got, want)
		}
	}
}
