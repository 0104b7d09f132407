package ingest

import (
	"errors"
	"fmt"

	"github.com/gofrs/flock"
)

// ErrBusy says that another run, or another command that writes, is under way.
var ErrBusy = errors.New("another run is in progress")

// AcquireLock takes the one lock that run, retag, resummarize, redact-stored,
// forget and restore share. It is a lock of the operating system: it goes with
// the process, however that ends, so a stale file stops nobody.
func AcquireLock(path string) (release func() error, err error) {
	l := flock.New(path, flock.SetPermissions(0o600))
	ok, err := l.TryLock()
	if err != nil {
		return nil, fmt.Errorf("taking the lock %s: %w", path, err)
	}
	if !ok {
		return nil, fmt.Errorf("%w (lock file %s)", ErrBusy, path)
	}
	return l.Unlock, nil
}
