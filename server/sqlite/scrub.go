package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// Rewriting and deleting leave old bytes behind, in more places than one.
// secure_delete zeroes what is freed, but a row that moved when a page was split
// leaves a copy in the old page's gap. The index keeps the words of an item that
// was taken out of it until its segments are merged. And the write-ahead log
// keeps every old page until it is cut. So a scrub merges the index into a
// new segment, builds the file anew (VACUUM copies live rows only) and cuts the
// log to nothing. Facts in the library remember that this is still to do, so
// that neither a crash nor a busy reader makes it forgotten.

// ErrOldBytes says that old text may still stand in the library's files.
var ErrOldBytes = errors.New("old bytes may remain in the library's files, because another program is reading it; stop that program and run: jezero redact-stored")

const (
	scrubFact = "scrub" // old bytes must go
	staleFact = "stale" // an item was replaced; its old bytes go with the next scrub
)

// mark notes a fact, in the transaction that makes it true.
func (t *tx) mark(ctx context.Context, fact string) error {
	if err := t.exec(ctx, "INSERT INTO facts (name, value) VALUES (?, '1') ON CONFLICT DO NOTHING", fact); err != nil {
		return fmt.Errorf("noting a fact: %w", err)
	}
	return nil
}

func (d *DB) marked(ctx context.Context, fact string) (yes bool, err error) {
	err = d.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM facts WHERE name = ?)", fact).Scan(&yes)
	if err != nil {
		err = fmt.Errorf("reading the library: %w", err)
	}
	return yes, err
}

// Scrub removes the old bytes that an interrupted Forget or RedactStored left in
// the library's files; without one it does nothing. ErrOldBytes as there.
func (d *DB) Scrub(ctx context.Context) error { return d.scrub(ctx) }

// scrub removes old bytes, if that is due.
func (d *DB) scrub(ctx context.Context) error {
	due, err := d.marked(ctx, scrubFact)
	if err != nil || !due {
		return err
	}
	if err := d.rebuild(ctx); err != nil {
		return err
	}
	err = d.inTx(ctx, func(t *tx) error {
		return t.exec(ctx, "DELETE FROM facts WHERE name IN (?, ?)", scrubFact, staleFact)
	})
	if err != nil {
		return fmt.Errorf("noting that the library is clean: %w", err)
	}
	return nil
}

// vacuumInMemory is the size of a library, in bytes, up to which the copy that
// VACUUM makes may stand in memory.
const vacuumInMemory = 256 << 20

func (d *DB) rebuild(ctx context.Context) (err error) {
	// Before the copy is made: a reader in the middle of something would make
	// it useless.
	if err := d.truncateLog(ctx); err != nil {
		return err
	}
	if err := d.remerge(ctx); err != nil {
		return err
	}
	conn, err := d.write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("rebuilding the library: %w", err)
	}
	if fi, serr := os.Stat(d.path); serr == nil && fi.Size() > vacuumInMemory {
		if _, err = conn.ExecContext(ctx, "PRAGMA temp_store = FILE"); err == nil {
			defer func() {
				_, rerr := d.write.ExecContext(context.WithoutCancel(ctx), "PRAGMA temp_store = MEMORY")
				err = errors.Join(err, rerr)
			}()
		}
	}
	if err == nil {
		_, err = conn.ExecContext(ctx, "VACUUM")
	}
	if err = errors.Join(err, conn.Close()); err != nil {
		if IsBusy(err) {
			return ErrOldBytes
		}
		return fmt.Errorf("rebuilding the library without its old bytes (it needs free space of its own size): %w", explain(d.path, err))
	}
	return d.truncateLog(ctx)
}

// truncateLog moves the write-ahead log into the database and cuts it to zero
// bytes. Idle connections do not hinder it; a reader that is in the middle of
// something does.
func (d *DB) truncateLog(ctx context.Context) error {
	var busy, log, done int
	err := d.write.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &log, &done)
	if IsBusy(err) || err == nil && busy != 0 {
		return ErrOldBytes
	}
	if err != nil {
		return fmt.Errorf("emptying the write-ahead log: %w", err)
	}
	return nil
}

// FoldLog moves the write-ahead log of the library at path into its file, as far
// as nobody is reading. The library is not created, changed or checked otherwise.
func FoldLog(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("emptying the write-ahead log: %w", err)
	}
	db, err := openWrite(path)
	if err != nil {
		return err
	}
	d := &DB{write: db}
	return errors.Join(d.truncateLog(ctx), db.Close())
}
