package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"jezero/server/chain"
	"jezero/server/sqlite"
)

// RestoreResult is what Restore did.
type RestoreResult struct {
	Items  int
	Events int
	Before string // where the library that was there is now, "" when there was none
	Buried int    // items that had been forgotten since the backup, and went again
	// Unread says that the library that was there could not be read, so that
	// what was forgotten since the backup may be back.
	Unread bool
}

// BadBackupError says that a backup does not verify, or is not even a library.
type BadBackupError struct {
	Path   string
	Report chain.Report
	Fault  error // sqlite.ErrDamaged or sqlite.ErrNotLibrary; nil when Report tells
}

func (e *BadBackupError) Error() string {
	switch e.Fault {
	case sqlite.ErrDamaged:
		return e.Path + " was not restored: the file is damaged, so try another backup; the library is as it was"
	case sqlite.ErrNotLibrary:
		return e.Path + " was not restored: it is not a backup of jezero; the library is as it was"
	}
	return fmt.Sprintf("%s was not restored: it does not verify (%s)", e.Path, e.Report.First())
}

// Restore puts a backup in the library's place. It is copied beside the
// library and proved there first, against the chain keys and the head beside
// the backup; noHead accepts one whose head is missing. What was forgotten
// since then goes again. The library that was there is kept, under a name of
// its own, and listed as a backup.
func (l *Library) Restore(ctx context.Context, from string, noHead bool) (res RestoreResult, err error) {
	from, err = filepath.Abs(filepath.Join(orDot(l.env.Dir, from), from))
	if err != nil {
		return res, err
	}
	fi, err := os.Stat(from)
	if err != nil {
		return res, fmt.Errorf("reading the backup: %w", err)
	}
	if same, err := os.Stat(l.Config.Server.Database); err == nil && os.SameFile(fi, same) {
		return res, fmt.Errorf("%s is the library itself", from)
	}
	err = l.Locked(func() error {
		next := restoring(l.Config.Server.Database)
		defer removeLibrary(next)
		err := l.prepare(ctx, from, next, noHead, &res)
		for _, fault := range []error{sqlite.ErrDamaged, sqlite.ErrNotLibrary} {
			if errors.Is(err, fault) { // it names the copy, which nobody made by hand
				return &BadBackupError{Path: from, Fault: fault}
			}
		}
		if err != nil {
			return err
		}
		return l.swap(ctx, next, &res)
	})
	return res, err
}

func restoring(library string) string {
	return filepath.Join(filepath.Dir(library), "."+filepath.Base(library)+".restoring")
}

// prepare makes a library of the backup that is ready to take the place.
func (l *Library) prepare(ctx context.Context, from, next string, noHead bool, res *RestoreResult) error {
	removeLibrary(next)
	for _, suffix := range []string{"", "-wal", headSuffix} {
		err := copyFile(from+suffix, next+suffix)
		if suffix != "" && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("copying the backup: %w", err)
		}
	}
	if !noHead && !exists(next+headSuffix) {
		return fmt.Errorf("%w: %s; copy it from where the backup was made, or add --without-head (then a cut tail could not be seen)", chain.ErrNoHead, from+headSuffix)
	}
	keys, err := l.loadKeys()
	if err != nil {
		return err
	}
	db, err := sqlite.Open(ctx, next, sqlite.Options{Keys: keys, Reanchor: noHead})
	if err != nil {
		return fmt.Errorf("opening the backup: %w", err)
	}
	return errors.Join(l.prove(ctx, db, from, next, keys, res), db.Close())
}

// prove verifies the copy and takes out of it what was forgotten since.
func (l *Library) prove(ctx context.Context, db *sqlite.DB, from, next string, keys *chain.Keys, res *RestoreResult) error {
	report, err := verify(ctx, next, keys)
	if err != nil {
		return err
	}
	if !report.OK() {
		return &BadBackupError{Path: from, Report: report}
	}
	res.Items, res.Events = report.Items, report.Events
	if !exists(l.Config.Server.Database) {
		return nil
	}
	stones, err := sqlite.ReadTombstones(ctx, l.Config.Server.Database)
	if err != nil {
		res.Unread = true // it may be what is to be repaired
		return ctx.Err()
	}
	res.Buried, err = db.Bury(ctx, stones)
	res.Items -= res.Buried
	return err
}

const headSuffix = ".head"

// swap puts next in the library's place. The log goes first, so that it never
// stands beside a file that it does not belong to; a crash in between leaves
// everything under the new names, and restoring again sets it right.
func (l *Library) swap(ctx context.Context, next string, res *RestoreResult) error {
	library := l.Config.Server.Database
	if fi, err := os.Stat(next + "-wal"); err == nil && fi.Size() > 0 {
		return errors.New("the copy of the backup is still in use by another program; nothing was restored")
	}
	// What is in the log goes into the file first, as far as the library that was
	// there can still be opened: a crash between the renames below must not part
	// them.
	_ = sqlite.FoldLog(ctx, library)
	before := library + ".before-restore-" + time.Now().UTC().Format("20060102T150405.000Z")
	if exists(before) {
		return fmt.Errorf("there is a %s already; try again", before)
	}
	if exists(library) {
		res.Before = before
		if err := l.listBackup(before); err != nil {
			return err
		}
		if err := copyFile(library+headSuffix, before+headSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("keeping the library that was there: %w", err)
		}
	}
	for _, suffix := range []string{"-wal", "-shm", ""} {
		if err := os.Rename(library+suffix, before+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("keeping the library that was there: %w", err)
		}
	}
	// From here on to the end the head is another's: whoever opens the library
	// in between is refused, and restoring again sets it right.
	if err := os.Rename(next, library); err != nil {
		return fmt.Errorf("putting the backup in place: %w", err)
	}
	if err := os.Rename(next+headSuffix, library+headSuffix); err != nil {
		return fmt.Errorf("putting the backup's head in place: %w", err)
	}
	return ctx.Err()
}

// removeLibrary removes what an attempt left. The lock is held.
func removeLibrary(path string) {
	// A journal of an attempt that was killed would be rolled back into the next.
	for _, suffix := range []string{"", "-wal", "-shm", "-journal", headSuffix} {
		os.Remove(path + suffix)
	}
}

// copyFile copies a file to one that only its owner can read, down to the disk.
func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}
