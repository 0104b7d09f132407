package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

//go:embed migration/*.sql
var migrations embed.FS

// ErrNewer says that the library was written by a newer program.
var ErrNewer = errors.New("the library was written by a newer version of jezero; update this program")

// ErrOlder says that the library was written by an older program, and that no
// program that writes has brought it up to date yet.
var ErrOlder = errors.New("the library has an older layout; run: jezero run")

// migrate brings the schema up to date, each step in a transaction of its own
// together with its number (user_version).
func migrate(ctx context.Context, db *sql.DB) error {
	names, err := fs.Glob(migrations, "migration/*.sql") // sorted
	if err != nil || len(names) == 0 {
		panic("sqlite: internal error: no migrations")
	}
	for {
		done, err := migrateStep(ctx, db, names)
		if done || err != nil {
			return err
		}
	}
}

// migrateStep reads the version inside the transaction, so that two programs
// that start at once do not both apply a step.
func migrateStep(ctx context.Context, db *sql.DB, names []string) (done bool, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, fmt.Errorf("starting the migration: %w", err)
	}
	defer tx.Rollback()
	var version int
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return false, fmt.Errorf("reading the schema version: %w", err)
	}
	if version == len(names) {
		return true, nil
	}
	if err := ours(ctx, tx, version); err != nil {
		return false, err
	}
	if version > len(names) {
		return false, ErrNewer
	}
	text, err := migrations.ReadFile(names[version])
	if err != nil {
		return false, err
	}
	if _, err := tx.ExecContext(ctx, string(text)); err != nil {
		return false, fmt.Errorf("applying %s: %w", names[version], err)
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version+1)); err != nil {
		return false, fmt.Errorf("applying %s: %w", names[version], err)
	}
	return false, tx.Commit()
}

// checkVersion is for readers, which cannot migrate.
func checkVersion(ctx context.Context, db *sql.DB) error {
	names, _ := fs.Glob(migrations, "migration/*.sql")
	var version int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return fmt.Errorf("reading the schema version: %w", err)
	}
	if version == len(names) {
		return nil
	}
	if err := ours(ctx, db, version); err != nil {
		return err
	}
	switch {
	case version > len(names):
		return ErrNewer
	case version == 0:
		return ErrNoLibrary // the file was made, and nothing was stored yet
	case version < len(names):
		return ErrOlder
	}
	return nil
}

// ours refuses another program's database, which must not get our tables: before
// the first step there is nothing in the file, and after it there are events.
func ours(ctx context.Context, q querier, version int) error {
	var tables int
	var events bool
	err := q.QueryRowContext(ctx, "SELECT count(*), coalesce(max(name = 'events'), 0) FROM sqlite_schema WHERE type = 'table'").Scan(&tables, &events)
	if err != nil {
		return fmt.Errorf("reading the schema: %w", err)
	}
	if version == 0 && tables > 0 || version > 0 && !events {
		return ErrNotLibrary
	}
	return nil
}

// refuseForeign looks at a file without changing a byte of it. What cannot be
// looked at so, as after a crash at the very beginning, is for the connection
// that may write.
func refuseForeign(ctx context.Context, path string) (err error) {
	if fi, err := os.Stat(path); err == nil && fi.IsDir() {
		return &fault{path, ErrNotLibrary, errFolder}
	}
	db, err := openRead(path)
	if err != nil {
		return err
	}
	defer func() {
		if err = explain(path, err); !errors.Is(err, ErrNotLibrary) {
			err = nil
		}
		err = errors.Join(err, db.Close())
	}()
	var version int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return fmt.Errorf("reading the schema version: %w", err)
	}
	if err := ours(ctx, db, version); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

var errFolder = errors.New("a folder")
