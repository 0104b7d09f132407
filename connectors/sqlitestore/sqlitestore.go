// Package sqlitestore reads the SQLite databases of coding agents. It never
// writes to one, never creates one, and stands aside for the agent that owns
// it.
package sqlitestore

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"jezero/connectors"

	"modernc.org/sqlite"
)

// ErrNotDatabase says that a file is not an SQLite database.
var ErrNotDatabase = errors.New("not an SQLite database")

// ErrChanged says that the agent began to write while its closed database
// was read; what was read may not fit together, so read again later.
var ErrChanged = errors.New("database changed while it was read")

// DB is an agent's database, open for reading. Close it.
type DB struct {
	path      string
	db        *sql.DB
	immutable string // state at Open when nobody had the database open, else ""
}

// Open opens the database at path read-only. A missing file, a link and a
// file that is no database are errors.
//
// A database in WAL mode that an agent has open is read beside it, through
// the agent's own shared memory. One that nobody has open has no -wal file;
// reading it the ordinary way would make one, so it is opened as immutable,
// and Check tells whether that held.
func Open(ctx context.Context, path string) (*DB, error) {
	wal, err := header(path)
	if err != nil {
		return nil, err
	}
	d := &DB{path: path}
	q := "mode=ro&_pragma=busy_timeout(5000)&_pragma=query_only(1)"
	switch {
	case wal && !exists(path+"-wal"):
		d.immutable = state(path)
		q += "&immutable=1"
	case wal && exists(path+"-shm"):
		q += "&readonly_shm=1"
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	abs = filepath.ToSlash(abs)
	if !strings.HasPrefix(abs, "/") {
		abs = "/" + abs // a drive
	}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: abs}).EscapedPath()+"?"+q)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	db.SetMaxOpenConns(1)
	d.db = db
	var n int
	if err := d.Query(ctx, func(scan Scan) error { return scan(&n) }, "SELECT count(*) FROM sqlite_schema"); err != nil {
		db.Close()
		return nil, err
	}
	return d, nil
}

// header reads whether the database is in WAL mode.
func header(path string) (wal bool, err error) {
	f, fi, err := connectors.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	if fi.Size() == 0 {
		return false, nil // an empty file is an empty database
	}
	var h [100]byte
	if _, err := io.ReadFull(f, h[:]); err != nil || !bytes.HasPrefix(h[:], []byte("SQLite format 3\x00")) {
		return false, fmt.Errorf("%s: %w", path, ErrNotDatabase)
	}
	return h[19] == 2, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// state changes when somebody opens or writes the database.
func state(path string) string {
	fi, err := os.Stat(path)
	if err != nil {
		return "gone"
	}
	s := connectors.Change(fi.ModTime(), fi.Size())
	if wal, err := os.Stat(path + "-wal"); err == nil {
		s += "+" + connectors.Change(wal.ModTime(), wal.Size())
	}
	return s
}

// Check returns ErrChanged when what was read since Open may not fit together.
func (d *DB) Check() error {
	if d.immutable != "" && state(d.path) != d.immutable {
		return fmt.Errorf("%s: %w", d.path, ErrChanged)
	}
	return nil
}

// Close closes the database.
func (d *DB) Close() error { return d.db.Close() }

// Scan reads the columns of a row, as (*sql.Rows).Scan.
type Scan func(dest ...any) error

// Query calls each for every row. While the agent checkpoints, a read-only
// connection can be refused for some milliseconds: a query that has not
// given a row yet is tried again.
func (d *DB) Query(ctx context.Context, each func(Scan) error, query string, args ...any) error {
	for try := 0; ; try++ {
		given, own, err := d.query(ctx, each, query, args...)
		if err == nil || own || given || try >= 3 || !transient(err) {
			if err != nil && !own && ctx.Err() == nil {
				err = fmt.Errorf("reading %s: %w", d.path, plain(err))
			}
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func (d *DB) query(ctx context.Context, each func(Scan) error, query string, args ...any) (given, own bool, err error) {
	rows, err := d.db.QueryContext(ctx, query, args...)
	if err != nil {
		return false, false, err
	}
	defer rows.Close()
	for rows.Next() {
		given = true
		if err := each(rows.Scan); err != nil {
			return given, true, err
		}
	}
	return given, false, rows.Err()
}

// Codes of SQLite that pass by themselves.
const (
	busy   = 5
	locked = 6
	ioErr  = 10
)

func transient(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code() & 0xff {
	case busy, locked, ioErr:
		return true
	}
	return false
}

// plain is the error without its text: SQLite repeats parts of the database
// (names of a schema, values) in some of its messages.
func plain(err error) error {
	var e *sqlite.Error
	if errors.As(err, &e) {
		if s, ok := sqlite.ErrorCodeString[e.Code()&0xff]; ok {
			return errors.New(s)
		}
		return errors.New("SQLite error " + fmt.Sprint(e.Code()))
	}
	return err
}

// Columns returns the columns of a table; none when there is no such table.
func (d *DB) Columns(ctx context.Context, table string) (map[string]bool, error) {
	cols := map[string]bool{}
	err := d.Query(ctx, func(scan Scan) error {
		var name string
		if err := scan(&name); err != nil {
			return err
		}
		cols[name] = true
		return nil
	}, "SELECT name FROM pragma_table_info(?)", table)
	return cols, err
}

// Pick makes a select list of the wanted columns; NULL stands for one that
// this version of the schema does not have.
func Pick(have map[string]bool, want ...string) string {
	list := make([]string, len(want))
	for i, c := range want {
		if list[i] = "NULL"; have[c] {
			list[i] = `"` + c + `"`
		}
	}
	return strings.Join(list, ", ")
}

// Warning turns the error of opening or reading a database into the warning
// that holds the cursor for it.
func Warning(path string, err error) connectors.Warning {
	switch {
	case errors.Is(err, ErrNotDatabase):
		return connectors.Warning{Path: path, What: "cannot be read: not an SQLite database"}
	case errors.Is(err, ErrChanged):
		return connectors.Warning{Path: path, What: "changed while it was read"}
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission), errors.Is(err, connectors.ErrNotRegular):
		return connectors.Unreadable(path, err)
	}
	return connectors.Warning{Path: path, What: "database cannot be read"}
}

// Millis reads a column of Unix milliseconds in whatever type it has.
func Millis(v any) time.Time {
	switch v := v.(type) {
	case int64:
		return connectors.Millis(v)
	case float64:
		return connectors.Seconds(v / 1000)
	}
	return time.Time{}
}

// Text reads a column of text that may be NULL or a blob.
func Text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []byte:
		return string(v)
	}
	return ""
}

// Int reads a whole number, 0 for anything else.
func Int(v any) int64 {
	switch v := v.(type) {
	case int64:
		return v
	case float64:
		if v > -1e15 && v < 1e15 {
			return int64(v)
		}
	case bool:
		if v {
			return 1
		}
	}
	return 0
}

// Float reads a number, 0 for anything else.
func Float(v any) float64 {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	}
	return 0
}
