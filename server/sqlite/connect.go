package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	lite "modernc.org/sqlite"
)

// pragma is a setting that a connection must have. SQLite ignores misspelt
// pragmas and parameters without a word, so each is asked back.
type pragma struct{ name, set, want string }

// Writers wait for each other instead of failing; FULL makes a commit durable
// before the head that names it is written; secure_delete zeroes what is freed,
// so that no old text stays in free pages.
var writePragmas = []pragma{
	{"busy_timeout", "10000", "10000"},
	{"journal_mode", "WAL", "wal"},
	{"synchronous", "FULL", "2"},
	{"foreign_keys", "1", "1"},
	{"recursive_triggers", "1", "1"},
	{"secure_delete", "1", "1"},
	{"temp_store", "MEMORY", "2"}, // sorting must not put text into temporary files
	{"trusted_schema", "0", "0"},
	{"cache_size", "-32768", "-32768"},
}

// mode=ro is what really holds: a connection could switch query_only off again.
var readPragmas = []pragma{
	{"busy_timeout", "5000", "5000"},
	{"query_only", "1", "1"},
	{"temp_store", "MEMORY", "2"},
	{"trusted_schema", "0", "0"},
	{"cache_size", "-16384", "-16384"},
	{"mmap_size", "0", "0"},
}

// connector opens connections and refuses those whose settings did not take.
type connector struct {
	dsn     string
	pragmas []pragma
	keep    bool // statements stay prepared
}

func newConnector(path string, params url.Values, pragmas []pragma) (*connector, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("opening the library: %w", err)
	}
	for _, p := range pragmas {
		params.Add("_pragma", p.name+"("+p.set+")")
	}
	// A path in URI form: ?, # and % must not end it.
	u := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(abs), RawQuery: params.Encode()}
	return &connector{dsn: u.String(), pragmas: pragmas}, nil
}

func (c *connector) Driver() driver.Driver { return &lite.Driver{} }

func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Driver().Open(c.dsn)
	if err != nil {
		return nil, err
	}
	for _, p := range c.pragmas {
		got, err := ask(ctx, conn, "PRAGMA "+p.name)
		if err == nil && !strings.EqualFold(got, p.want) {
			err = fmt.Errorf("the setting %s is %q instead of %q", p.name, got, p.want)
		}
		if err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	if c.keep {
		return keepStatements(conn)
	}
	return conn, nil
}

// ask returns the one value of a query.
func ask(ctx context.Context, conn driver.Conn, query string) (string, error) {
	rows, err := conn.(driver.QueryerContext).QueryContext(ctx, query, nil)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	dest := make([]driver.Value, len(rows.Columns()))
	if err := rows.Next(dest); err != nil {
		if errors.Is(err, io.EOF) {
			return "", nil
		}
		return "", err
	}
	return fmt.Sprint(dest[0]), nil
}

// setPageSize sets the page size of a library that has no page yet. Several
// items fit into 8192 bytes, where 4096 would stay half empty. It has to be done
// before the journal mode is set, and a library with another size is as good.
func setPageSize(path string) error {
	c, err := newConnector(path, url.Values{"mode": {"rw"}}, nil)
	if err != nil {
		return err
	}
	db := sql.OpenDB(c)
	db.SetMaxOpenConns(1)
	for _, q := range []string{"PRAGMA page_size = 16384", "PRAGMA user_version = 0"} {
		if _, err := db.Exec(q); err != nil {
			return errors.Join(fmt.Errorf("creating the library: %w", err), db.Close())
		}
	}
	return db.Close()
}

func openWrite(path string) (*sql.DB, error) {
	c, err := newConnector(path, url.Values{"mode": {"rwc"}, "_txlock": {"immediate"}}, writePragmas)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(c), nil
}

func openRead(path string) (*sql.DB, error) {
	c, err := newConnector(path, url.Values{"mode": {"ro"}}, readPragmas)
	if err != nil {
		return nil, err
	}
	c.keep = true
	return sql.OpenDB(c), nil
}

// IsBusy reports whether the error says that another process holds a lock on
// the database.
func IsBusy(err error) bool {
	var e *lite.Error
	return errors.As(err, &e) && e.Code()&0xff == 5
}
