package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
)

//go:embed migration/*.sql
var migrations embed.FS

// ErrNewer says that the library was written by a newer program.
var ErrNewer = errors.New("the library was written by a newer version of jezero; update this program")

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
	if version > len(names) {
		return false, ErrNewer
	}
	if version == len(names) {
		return true, nil
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
	switch {
	case version > len(names):
		return ErrNewer
	case version < len(names):
		return errors.New("the library has an older layout; run: jezero run")
	}
	return nil
}
