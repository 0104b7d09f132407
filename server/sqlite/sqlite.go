// Package sqlite keeps the library in one SQLite file. Open gives the
// pipeline's side (server.BatchWriter), OpenReader the readers' side
// (server.Reader) over connections that cannot write.
//
// Every write appends an event to its source's chain and updates the items and
// their index in the same transaction. Items are a projection: what happened
// stands in the events.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	"jezero/server"
	"jezero/server/chain"
)

// Options configures Open.
type Options struct {
	// Keys sign the events; required.
	Keys *chain.Keys
	// HeadPath is where the signed head is written; "" means path + ".head".
	HeadPath string
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Reanchor accepts the chain as it is and writes a new head: after a backup
	// was restored on purpose.
	Reanchor bool
	// AsIs leaves an older layout as it is, for who only makes a Backup: that
	// needs no lock, and bringing a library up to date does.
	AsIs bool
}

// DB is the library, open for writing. It is safe for concurrent use; writers
// wait for each other.
type DB struct {
	write    *sql.DB // one connection
	read     *sql.DB
	path     string
	headPath string
	keys     *chain.Keys
	now      func() time.Time

	outdated *outdated // nil when not known; only within a transaction

	merging      sync.Mutex // held by who merges the index outside of a transaction
	mergeFailed  bool       // so that only Maintain does; under merging
	limits       mergeLimits
	testOnlyStep func(step string) error
}

var (
	_ server.BatchWriter  = (*DB)(nil)
	_ server.RunLog       = (*DB)(nil)
	_ server.SummaryStore = (*DB)(nil)
)

// ErrAnchor says that the head file and the chain do not belong together.
var ErrAnchor = errors.New("the head file and the library do not belong together; run: jezero verify")

// HeadPath is where the head of the library at path stands by default.
func HeadPath(path string) string { return path + ".head" }

// Open opens the library for writing, creates it when there is none, and
// brings its layout up to date. It refuses a library whose head does not fit
// (ErrAnchor): to write on would sign what was tampered with.
func Open(ctx context.Context, path string, o Options) (_ *DB, err error) {
	if o.Keys == nil {
		return nil, errors.New("opening the library: no chain keys given")
	}
	d := &DB{path: path, headPath: o.HeadPath, keys: o.Keys, now: o.Now, limits: usualLimits}
	if d.headPath == "" {
		d.headPath = HeadPath(path)
	}
	if d.now == nil {
		d.now = time.Now
	}
	if err := createPrivate(path); err != nil {
		return nil, explain(path, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(explain(path, err), d.Close())
		}
	}()
	// Before it is opened for writing, which sets the journal mode.
	if err := refuseForeign(ctx, path); err != nil {
		return nil, err
	}
	if d.write, err = openWrite(path); err != nil {
		return nil, err
	}
	d.write.SetMaxOpenConns(1)
	if !o.AsIs {
		err = migrate(ctx, d.write)
	} else if err = checkVersion(ctx, d.write); errors.Is(err, ErrOlder) {
		err = nil // the tables of events and heads are those of the first layout
	}
	if err != nil {
		return nil, fmt.Errorf("opening the library %s: %w", path, err)
	}
	if d.read, err = openRead(path); err != nil {
		return nil, err
	}
	d.read.SetMaxOpenConns(readConns)
	if err := d.anchor(ctx, o.Reanchor); err != nil {
		return nil, err
	}
	if o.AsIs {
		return d, nil
	}
	if err := d.indexMissing(ctx); err != nil {
		return nil, err
	}
	return d, nil
}

// readConns bounds the connections that read at once in one process.
const readConns = 8

// createPrivate makes an empty database file that only its owner can read;
// SQLite gives the -wal and -shm files the same mode.
func createPrivate(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("creating the library: %w", err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("creating the library: %w", err)
	}
	return setPageSize(path)
}

// Close closes the connections. The last one to close folds the write-ahead
// log into the database.
func (d *DB) Close() error {
	var errs []error
	for _, db := range []*sql.DB{d.read, d.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}

// tx is a write transaction. Its clock stands still, and what it looked up is
// forgotten with it, so that a rollback leaves nothing behind.
type tx struct {
	*sql.Tx
	db       *DB
	at       time.Time
	stmts    map[string]*sql.Stmt
	sources  map[string]int64
	projects map[string]int64
	rules    map[string]int64
	tips     map[string]chain.Tip // of the sources that this transaction wrote to

	indexings    []indexing
	mergeOutside bool // segments wait to be merged outside of the transaction
}

// inTx runs f in one BEGIN IMMEDIATE transaction, and writes the head after the
// commit. A crash in between leaves a head that is older than the chain, which
// is fine.
func (d *DB) inTx(ctx context.Context, f func(*tx) error) (err error) {
	defer func() { err = explain(d.path, err) }()
	raw, err := d.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("starting to write: %w", err)
	}
	t := &tx{Tx: raw, db: d, at: d.now(), stmts: map[string]*sql.Stmt{},
		sources: map[string]int64{}, projects: map[string]int64{}, rules: map[string]int64{},
		tips: map[string]chain.Tip{}}
	committed := false
	defer func() {
		if !committed {
			d.outdated = nil // it may have been found in what is rolled back now
		}
		raw.Rollback() //nolint:errcheck // there is nothing to be done about it
	}()
	if err := f(t); err != nil {
		return err
	}
	if err := t.flushIndex(ctx); err != nil {
		return err
	}
	var tips map[string]chain.Tip
	if len(t.tips) > 0 {
		if tips, err = t.allTips(ctx); err != nil {
			return err
		}
	}
	if err := raw.Commit(); err != nil {
		return fmt.Errorf("committing: %w", err)
	}
	committed = true
	if tips != nil {
		err = d.keys.WriteHead(d.headPath, tips, t.at)
	}
	if err == nil && t.mergeOutside {
		d.mergeAfterWrite(ctx)
	}
	return err
}

// stmt prepares a query once per transaction.
func (t *tx) stmt(ctx context.Context, query string) (*sql.Stmt, error) {
	if s := t.stmts[query]; s != nil {
		return s, nil
	}
	s, err := t.PrepareContext(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("preparing a statement: %w", err)
	}
	t.stmts[query] = s
	return s, nil
}

// query runs a query that is prepared once per transaction.
func (t *tx) query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := t.stmt(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

func (t *tx) exec(ctx context.Context, query string, args ...any) error {
	s, err := t.stmt(ctx, query)
	if err != nil {
		return err
	}
	_, err = s.ExecContext(ctx, args...)
	return err
}

// row queries one row; found is false when there is none.
func (t *tx) row(ctx context.Context, query string, args []any, dest ...any) (found bool, err error) {
	s, err := t.stmt(ctx, query)
	if err != nil {
		return false, err
	}
	err = s.QueryRowContext(ctx, args...).Scan(dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// millis is a time as stored; the zero time is 0.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func fromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
