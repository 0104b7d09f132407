package keys

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jezero/server/config"
)

// logBuffer is a log that may be read while it is written.
type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func watch(t *testing.T, path string) (*Watcher, *logBuffer) {
	t.Helper()
	log := &logBuffer{}
	w, err := Watch(path, func() (*config.Config, error) {
		return config.Load(path, func(string) string { return "" })
	}, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); w.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	return w, log
}

// within fails unless the key's state is reached in the second that JZ-73 gives,
// by the clock of synctest: a busy machine takes nothing of it.
func within(t *testing.T, w *Watcher, token string, want bool) {
	t.Helper()
	start := time.Now()
	for {
		if _, ok := w.Ring().Lookup(token); ok == want {
			return
		}
		if time.Since(start) > time.Second {
			t.Fatalf("a second after the change the key still works: %v, want %v", !want, want)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// JZ-73
func TestWatcher_FollowsEveryFile(t *testing.T) {
	a, aDigest := New()
	b, bDigest := New()
	c, _ := New()
	path := writeFiles(t, map[string]string{"jezero.toml": clientWith("a", "token_sha256", aDigest)})
	synctest.Test(t, func(t *testing.T) {
		w, log := watch(t, path)
		within(t, w, a, true)

		// In place, with the same size and with the times put back.
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		put(t, path, clientWith("a", "token_sha256", bDigest))
		if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
			t.Fatal(err)
		}
		within(t, w, a, false)
		within(t, w, b, true)

		// By rename, as editors do.
		next := filepath.Join(filepath.Dir(path), "next")
		put(t, next, clientWith("a", "token_sha256", aDigest)+clientWith("c", "token_env", "C_KEY"))
		if err := os.Rename(next, path); err != nil {
			t.Fatal(err)
		}
		within(t, w, a, true)
		within(t, w, b, false)

		// The .env beside it.
		put(t, config.DotEnv(path), "C_KEY="+c+"\n")
		within(t, w, c, true)

		// A device.
		d := &Devices{Path: path, Agents: []string{"codex"}}
		if _, err := d.Approve("laptop", bDigest, ApproveOptions{}); err != nil {
			t.Fatal(err)
		}
		within(t, w, b, true)
		if _, err := d.Revoke("laptop"); err != nil {
			t.Fatal(err)
		}
		within(t, w, b, false)
		within(t, w, a, true)
		for _, key := range []string{a, b, c} {
			if strings.Contains(log.String(), key) {
				t.Error("a key is in the log")
			}
		}
	})
}

// Two revisions of the configuration within a second: the last one counts.
func TestWatcher_TwoRevisionsWithinASecond(t *testing.T) {
	a, aDigest := New()
	b, bDigest := New()
	c, cDigest := New()
	path := writeFiles(t, map[string]string{"jezero.toml": clientWith("a", "token_sha256", aDigest)})
	synctest.Test(t, func(t *testing.T) {
		w, _ := watch(t, path)
		put(t, path, clientWith("a", "token_sha256", bDigest))
		time.Sleep(pollEvery + 20*time.Millisecond)
		put(t, path, clientWith("a", "token_sha256", cDigest))
		within(t, w, c, true)
		for _, old := range []string{a, b} {
			if _, ok := w.Ring().Lookup(old); ok {
				t.Error("a key of an earlier revision works")
			}
		}
	})
}

// A file that never rests is read within the second all the same, whatever the
// time between two of its revisions. JZ-73
func TestWatcher_FileThatNeverRests(t *testing.T) {
	a, aDigest := New()
	_, bDigest := New()
	path := writeFiles(t, map[string]string{"jezero.toml": clientWith("a", "token_sha256", bDigest)})
	for _, every := range []time.Duration{time.Millisecond, 40 * time.Millisecond, pollEvery - 1, pollEvery, pollEvery + 1, 2 * pollEvery, settleWithin} {
		put(t, path, clientWith("a", "token_sha256", bDigest))
		synctest.Test(t, func(t *testing.T) {
			w, _ := watch(t, path)
			time.Sleep(every / 2)
			start := time.Now()
			for i := 0; ; i++ {
				put(t, path, clientWith("a", "token_sha256", aDigest)+"# "+strings.Repeat("x", i)+"\n")
				synctest.Wait()
				if _, ok := w.Ring().Lookup(a); ok {
					break
				}
				if time.Since(start) > time.Second {
					t.Fatalf("a file that changes every %v is not read within a second", every)
				}
				time.Sleep(every)
			}
		})
	}
}

// A file that becomes a link, and a link that points elsewhere, are changes like
// any other. JZ-73
func TestWatcher_Links(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege")
	}
	a, aDigest := New()
	b, bDigest := New()
	c, cDigest := New()
	path := writeFiles(t, map[string]string{"jezero.toml": clientWith("a", "token_sha256", aDigest)})
	dir := filepath.Dir(path)
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	put(t, one, clientWith("a", "token_sha256", bDigest))
	put(t, two, clientWith("a", "token_sha256", cDigest))
	link := func(to string) {
		t.Helper()
		next := filepath.Join(dir, "next")
		if err := errors.Join(os.Symlink(to, next), os.Rename(next, path)); err != nil {
			t.Fatal(err)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		w, _ := watch(t, path)
		link(one)
		within(t, w, b, true)
		within(t, w, a, false)
		link(two)
		within(t, w, c, true)
		within(t, w, b, false)
		// What the link points at changes.
		put(t, two, clientWith("a", "token_sha256", aDigest))
		within(t, w, a, true)
		within(t, w, c, false)
		// It points at nothing: the keys stay as they were.
		link(filepath.Join(dir, "gone"))
		time.Sleep(2 * time.Second)
		within(t, w, a, true)
	})
}

// What stands in clients.d and is no plain file holds up neither the start of a
// change nor a device that is revoked.
func TestWatcher_OddThingsInClientsD(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no pipes in the file system")
	}
	a, aDigest := New()
	b, bDigest := New()
	_, cDigest := New()
	for name, makeOdd := range map[string]func(path string) error{
		"pipe":   func(path string) error { return exec.Command("mkfifo", path).Run() },
		"folder": func(path string) error { return os.Mkdir(path, 0o700) },
		"link to a pipe": func(path string) error {
			return errors.Join(exec.Command("mkfifo", path+".p").Run(), os.Symlink(path+".p", path))
		},
		"link to itself":   func(path string) error { return os.Symlink(path, path) },
		"link to a device": func(path string) error { return os.Symlink("/dev/zero", path) },
		"large file":       func(path string) error { return errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, 1<<40)) },
	} {
		t.Run(name, func(t *testing.T) {
			path := writeFiles(t, map[string]string{"jezero.toml": clientWith("a", "token_sha256", aDigest)})
			d := &Devices{Path: path, Agents: []string{"codex"}}
			if _, err := d.Approve("laptop", bDigest, ApproveOptions{}); err != nil {
				t.Fatal(err)
			}
			synctest.Test(t, func(t *testing.T) {
				w, _ := watch(t, path)
				within(t, w, b, true)
				odd := filepath.Join(config.ManagedDir(path), "odd.toml")
				if err := makeOdd(odd); err != nil {
					t.Fatal(err)
				}
				if _, err := d.Revoke("laptop"); err != nil {
					t.Fatal(err)
				}
				within(t, w, b, false)
				within(t, w, a, true)
				if err := os.Remove(odd); err != nil {
					t.Fatal(err)
				}
				put(t, path, clientWith("a", "token_sha256", cDigest))
				within(t, w, a, false)
			})
		})
	}
}

// A configuration that cannot be loaded keeps the keys as they were, says so,
// and opens nothing that was closed.
func TestWatcher_BrokenConfiguration(t *testing.T) {
	a, aDigest := New()
	b, bDigest := New()
	c, cDigest := New()
	gone, goneDigest := New()
	good := clientWith("a", "token_sha256", aDigest)
	path := writeFiles(t, map[string]string{"jezero.toml": good + clientWith("gone", "token_sha256", goneDigest)})
	d := &Devices{Path: path, Agents: []string{"codex"}}
	for name, digest := range map[string]string{"b": bDigest, "c": cDigest} {
		if _, err := d.Approve(name, digest, ApproveOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		w, log := watch(t, path)
		put(t, path, good)
		within(t, w, gone, false)

		put(t, path, good+"[server\nkey = "+gone)
		if _, err := d.Revoke("b"); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(config.ManagedFile(path, "c")); err != nil {
			t.Fatal(err)
		}
		within(t, w, b, false)
		within(t, w, c, false)
		for key, want := range map[string]bool{a: true, gone: false} {
			if _, ok := w.Ring().Lookup(key); ok != want {
				t.Errorf("while the configuration is broken a key works: %v, want %v", ok, want)
			}
		}
		// The keys change first, the log says so after.
		synctest.Wait()
		if !strings.Contains(log.String(), "level=ERROR") || !strings.Contains(log.String(), "cannot be loaded") {
			t.Errorf("the log says nothing:\n%s", log)
		}
		if strings.Contains(log.String(), gone) {
			t.Error("the log holds a key that stood in the broken file")
		}
		put(t, path, clientWith("x", "token_sha256", goneDigest))
		within(t, w, gone, true)
		within(t, w, a, false)
	})
}
