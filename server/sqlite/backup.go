package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"jezero/server/chain"
)

// ErrBackupExists says that there is a file where the backup was to be written.
var ErrBackupExists = errors.New("there is a file already where the backup is to be written")

// Backup writes a consistent copy of the library to dest while it is in use,
// and its head to dest + ".head". The copy holds live rows only, no old bytes,
// and appears under its name when it is complete. It is one file: it needs no
// -wal beside it.
func (d *DB) Backup(ctx context.Context, dest string) (err error) {
	if _, err := os.Lstat(dest); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(ErrBackupExists, err)
	}
	partial := PartialBackup(dest)
	if err := os.Remove(partial); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("removing what an earlier backup left: %w", err)
	}
	// VACUUM INTO takes an empty file, and leaves its mode as it is.
	f, err := os.OpenFile(partial, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("creating the backup: %w", err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("creating the backup: %w", err)
	}
	defer func() {
		if err != nil {
			os.Remove(partial)
		}
	}()
	db, err := openWrite(d.path) // of its own: writers go on meanwhile
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", partial)
	if err := errors.Join(err, db.Close()); err != nil {
		return fmt.Errorf("copying the library: %w", explain(dest, err))
	}
	tips, err := tipsOf(ctx, partial)
	if err != nil {
		return fmt.Errorf("reading the backup: %w", err)
	}
	if err := syncFile(partial); err != nil {
		return fmt.Errorf("writing the backup: %w", err)
	}
	if err := chain.RemoveLeftovers(HeadPath(dest)); err != nil {
		return err
	}
	if err := d.keys.WriteHead(HeadPath(dest), tips, d.now()); err != nil {
		return err
	}
	if err := os.Rename(partial, dest); err != nil {
		return fmt.Errorf("putting the backup in place: %w", err)
	}
	return nil
}

// tipsOf reads the ends of the chains of a library that nobody writes to.
func tipsOf(ctx context.Context, path string) (map[string]chain.Tip, error) {
	db, err := openRead(path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	names, err := stringsOf(ctx, db, "SELECT name FROM sources")
	if err != nil {
		return nil, err
	}
	tips := map[string]chain.Tip{}
	for _, n := range names {
		hashes, err := stringsOf(ctx, db, "SELECT hash FROM events WHERE source = ? ORDER BY seq DESC LIMIT 1", n)
		if err != nil {
			return nil, err
		}
		if len(hashes) == 0 {
			continue
		}
		var tip chain.Tip
		if err := db.QueryRowContext(ctx, "SELECT max(seq) FROM events WHERE source = ?", n).Scan(&tip.Seq); err != nil {
			return nil, err
		}
		tip.Hash = hashes[0]
		tips[n] = tip
	}
	return tips, nil
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
