package keys

import (
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"jezero/server/config"
)

// Watcher keeps a Ring in step with the configuration: a change of
// jezero.toml, of a file in clients.d or of .env counts within a second, on
// every route, without a restart (JZ-73).
//
// When the configuration cannot be loaded any more, the last ring that could
// be built stays in force, so that a slip of the pen locks no one out, and an
// error is logged. Keys that were revoked before stay revoked, and a device
// whose entry in clients.d is gone, revoked or has another key is let in no
// longer even then.
type Watcher struct {
	path   string
	load   func() (*config.Config, error)
	logger *slog.Logger
	ring   atomic.Pointer[Ring]
	state  scan
}

// Polling is used because it works alike on every file system, also where
// editors replace files, over network mounts and in containers.
const (
	pollEvery = 150 * time.Millisecond
	// A change is acted upon when it looked the same twice, so that a file is
	// not read while it is written, but after this time in any case. At the
	// worst that is four looks after the change, 600 ms: what is left of the
	// second is for a busy machine.
	settleWithin = 400 * time.Millisecond
)

// Watch builds the ring a server starts with; see Start for when that fails.
// load reads the configuration at path anew each time. Call Run to follow
// changes.
func Watch(path string, load func() (*config.Config, error), logger *slog.Logger) (*Watcher, error) {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	w := &Watcher{path: abs, load: load, logger: logger}
	// The state is taken before the load: what changes in between is seen later.
	w.state = w.scan()
	c, err := load()
	if err != nil {
		return nil, err
	}
	ring, err := Start(c)
	if err != nil {
		return nil, err
	}
	w.warn(ring)
	w.ring.Store(ring)
	return w, nil
}

// Ring returns the keys as they are now.
func (w *Watcher) Ring() *Ring { return w.ring.Load() }

// Run follows changes until ctx ends.
func (w *Watcher) Run(ctx context.Context) {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	seen := w.state // what the ring was built from
	last := seen    // what the last look found
	var since time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := w.scan()
		switch {
		case now == seen:
			since = time.Time{}
		case since.IsZero():
			since = time.Now()
		}
		if now != seen && (now == last || time.Since(since) >= settleWithin) {
			w.reload()
			seen, since = now, time.Time{}
		}
		last = now
	}
}

// reload replaces the ring.
func (w *Watcher) reload() {
	c, err := w.load()
	if err != nil {
		ring := w.ring.Load().without(w.takenBack)
		w.ring.Store(ring)
		w.logger.Error("the configuration cannot be loaded; the keys stay as they were, less the devices that were revoked",
			"error", err, "keys", ring.Len())
		return
	}
	ring := NewRing(c)
	w.ring.Store(ring)
	w.warn(ring)
	w.logger.Info("keys reloaded", "keys", ring.Len())
	if ring.Len() == 0 && c.Server.RequireAuth {
		w.logger.Warn("no client has a usable key: every request is refused")
	}
}

// takenBack reports whether a client's own file says that its key is no longer
// valid, whatever the state of the rest is.
func (w *Watcher) takenBack(c config.Client) bool {
	if !c.Managed {
		return false
	}
	m, err := config.ReadManaged(w.path, c.Name)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return m.Client.Revoked || m.Client.TokenSHA256 != c.TokenSHA256
}

func (w *Watcher) warn(r *Ring) {
	for _, p := range r.Warnings() {
		w.logger.Warn(p.String())
	}
}

// scan is a digest of everything the keys are read from.
type scan [sha256.Size]byte

// scan reads the files rather than their times: a change within one tick of
// the file system's clock, or one that kept time and size, is a change.
func (w *Watcher) scan() scan {
	h := sha256.New()
	add := func(path string) {
		text, err := config.ReadFile(path)
		sum := sha256.Sum256(text)
		h.Write([]byte(filepath.Base(path)))
		if err != nil {
			h.Write([]byte{0})
			return
		}
		h.Write([]byte{1})
		h.Write(sum[:])
	}
	add(w.path)
	add(config.DotEnv(w.path))
	entries, err := os.ReadDir(config.ManagedDir(w.path))
	if err != nil {
		h.Write([]byte{0})
	}
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, ".toml") && !strings.HasPrefix(name, ".") {
			add(filepath.Join(config.ManagedDir(w.path), name))
		}
	}
	return scan(h.Sum(nil))
}
