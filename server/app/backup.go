package app

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"jezero/server/sqlite"
)

// BackupResult is what Backup wrote.
type BackupResult struct {
	Path  string
	Head  string // the signed head beside it; restoring wants both
	Bytes int64
}

// Backup writes a consistent copy of the library to dest, while it is in use:
// it needs no lock, and leaves a library of an older layout as it is. The copy is listed first, so that RedactStored and Forget
// reach it later; progress is told bytes, and may be nil.
func (l *Library) Backup(ctx context.Context, dest string, progress func(done, total int64)) (BackupResult, error) {
	library := l.Config.Server.Database
	if !exists(library) {
		return BackupResult{}, fmt.Errorf("%s: %w", library, sqlite.ErrNoLibrary)
	}
	dest, err := filepath.Abs(filepath.Join(orDot(l.env.Dir, dest), dest))
	if err != nil {
		return BackupResult{}, err
	}
	if _, err := os.Lstat(dest); err == nil {
		return BackupResult{}, fmt.Errorf("%w: %s", sqlite.ErrBackupExists, dest)
	}
	keys, err := l.Keys()
	if err != nil {
		return BackupResult{}, err
	}
	db, err := sqlite.Open(ctx, library, sqlite.Options{Keys: keys, AsIs: true})
	if err != nil {
		return BackupResult{}, err
	}
	// Listed before it is there: a crash must not leave a copy that nothing knows of.
	if err := l.listBackup(dest); err != nil {
		return BackupResult{}, errors.Join(err, db.Close())
	}
	watch := watchSize(sqlite.PartialBackup(dest), library, progress)
	err = db.Backup(ctx, dest)
	watch()
	if err := errors.Join(err, db.Close()); err != nil {
		return BackupResult{}, err
	}
	fi, err := os.Stat(dest)
	if err != nil {
		return BackupResult{}, fmt.Errorf("looking at the backup: %w", err)
	}
	return BackupResult{Path: dest, Head: sqlite.HeadPath(dest), Bytes: fi.Size()}, nil
}

// watchSize tells how large a file has become in comparison with another, now
// and then, until the function that it returns is called.
func watchSize(path, whole string, progress func(done, total int64)) (stop func()) {
	fi, err := os.Stat(whole)
	if progress == nil || err != nil {
		return func() {}
	}
	quit, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				return
			case <-tick.C:
				if now, err := os.Stat(path); err == nil {
					progress(min(now.Size(), fi.Size()), fi.Size())
				}
			}
		}
	}()
	return func() { close(quit); <-done }
}

// backupEntry is a line of the list of backups.
type backupEntry struct {
	Path string    `json:"path"`
	At   time.Time `json:"at"`
}

// backupList is where the copies that jezero made are listed.
func (l *Library) backupList() string { return l.Config.Server.Database + ".backups" }

// listBackup appends to the list. Several programs may do so at once: a line
// is one write at the end of the file, and begins a line of its own even when
// the one before was torn.
func (l *Library) listBackup(path string) (err error) {
	line, err := json.Marshal(backupEntry{Path: path, At: time.Now().UTC().Truncate(time.Second)})
	if err != nil {
		return fmt.Errorf("listing the backup: %w", err)
	}
	f, err := os.OpenFile(l.backupList(), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("listing the backup: %w", err)
	}
	_, err = f.Write(append(append([]byte{'\n'}, line...), '\n'))
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("listing the backup: %w", err)
	}
	return nil
}

// Backups lists the copies of the library that jezero made and that are still
// where they were made.
func (l *Library) Backups() ([]string, error) {
	text, err := os.ReadFile(l.backupList())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the list of backups: %w", err)
	}
	var list []string
	seen := map[string]bool{}
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		var e backupEntry
		if json.Unmarshal(s.Bytes(), &e) != nil || seen[e.Path] || !exists(e.Path) {
			continue
		}
		seen[e.Path] = true
		list = append(list, e.Path)
	}
	return list, nil
}

// BackupError says that copies of the library could not be changed, after all
// else was done.
type BackupError struct{ Err error }

func (e *BackupError) Error() string { return e.Err.Error() }
func (e *BackupError) Unwrap() error { return e.Err }

// eachBackup opens every listed copy for writing. What fails with one does not
// stop the others, and is a *BackupError.
func (l *Library) eachBackup(ctx context.Context, f func(path string, db *sqlite.DB) error) error {
	list, err := l.Backups()
	if err != nil {
		return err
	}
	keys, err := l.Keys()
	if err != nil {
		return err
	}
	var errs []error
	for _, path := range list {
		err := ctx.Err()
		var db *sqlite.DB
		if err == nil {
			db, err = sqlite.Open(ctx, path, sqlite.Options{Keys: keys})
		}
		if err == nil {
			err = errors.Join(f(path, db), db.Close())
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("backup %s: %w", path, err))
		}
	}
	if len(errs) > 0 {
		return &BackupError{errors.Join(errs...)}
	}
	return nil
}
