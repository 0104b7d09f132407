package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"jezero/server"
	"jezero/server/sqlite/textindex"
)

// Reader answers readers. Its connections cannot write (mode=ro and
// query_only), and each operation takes one from the pool and gives it back.
type Reader struct {
	db     *sql.DB
	path   string
	redact func(string) string
	now    func() time.Time
	index  indexCache
}

var _ server.Reader = (*Reader)(nil)

// ReaderOption configures OpenReader.
type ReaderOption func(*Reader)

// WithRedact has every text redacted once more before passages are cut from it.
func WithRedact(redact func(string) string) ReaderOption {
	return func(r *Reader) { r.redact = redact }
}

// WithClock sets the clock that recency is measured by.
func WithClock(now func() time.Time) ReaderOption {
	return func(r *Reader) { r.now = now }
}

// ErrNoLibrary says that there is no library at the path.
var ErrNoLibrary = errors.New("there is no library yet; run: jezero run")

// OpenReader opens the library at path for reading.
func OpenReader(path string, opts ...ReaderOption) (*Reader, error) {
	if fi, err := os.Stat(path); err == nil && fi.IsDir() {
		return nil, &fault{path, ErrNotLibrary, errFolder}
	} else if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", path, ErrNoLibrary)
	} else if err != nil {
		return nil, fmt.Errorf("opening the library: %w", err)
	}
	db, err := openRead(path)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(readConns)
	db.SetMaxIdleConns(readConns)
	db.SetConnMaxIdleTime(time.Minute)
	if err := checkVersion(context.Background(), db); err != nil {
		return nil, errors.Join(explain(path, fmt.Errorf("opening the library %s: %w", path, err)), db.Close())
	}
	r := &Reader{db: db, path: path, now: time.Now}
	for _, o := range opts {
		o(r)
	}
	return r, nil
}

// Close closes the connections.
func (r *Reader) Close() error { return r.db.Close() }

// inView runs f in one read transaction, so that everything it reads is of one
// moment.
func (r *Reader) inView(ctx context.Context, f func(*view) error) error {
	conn, err := r.db.Conn(ctx)
	if err != nil {
		return fmt.Errorf("reading the library: %w", err)
	}
	defer conn.Close()
	tx, err := conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("reading the library: %w", err)
	}
	defer tx.Rollback()
	err = f(&view{tx: tx, redact: r.redact, now: r.now(), cache: &r.index})
	if errors.Is(err, textindex.ErrFormat) {
		err = damaged{err}
	}
	return err
}

// damaged says of textindex.ErrFormat that it is server.ErrDamagedIndex, without
// saying it twice.
type damaged struct{ error }

func (d damaged) Unwrap() error        { return d.error }
func (d damaged) Is(target error) bool { return target == server.ErrDamagedIndex }

// view is one moment of the library.
type view struct {
	tx     *sql.Tx
	redact func(string) string
	now    time.Time
	cache  *indexCache
}

// Get returns the item with its dialogue.
func (r *Reader) Get(ctx context.Context, sc server.Scope, id string) (it server.Item, err error) {
	err = r.inView(ctx, func(v *view) error {
		rec, err := v.get(ctx, sc, id)
		if err != nil {
			return err
		}
		it, err = rec.full()
		return err
	})
	if err != nil {
		return server.Item{}, err
	}
	return it, nil
}

// get reads one item; out of scope and missing are the same.
func (v *view) get(ctx context.Context, sc server.Scope, id string) (*record, error) {
	p, err := v.permit(ctx, sc, "")
	if err != nil {
		return nil, err
	}
	// The scope is asked for by itself, of an item that is not there too: in one
	// statement SQLite would read the sources of a scope only where there is an item,
	// and the time an answer takes would tell that there is one.
	var allowed bool
	err = v.tx.QueryRowContext(ctx, `SELECT ?2 OR coalesce((SELECT source_id FROM items WHERE item_id = ?1), 0) IN (SELECT value FROM json_each(?3))`,
		id, p.all, p.json()).Scan(&allowed)
	if err != nil {
		return nil, fmt.Errorf("reading an item: %w", err)
	}
	if !allowed {
		return nil, server.ErrNotFound
	}
	rec, err := scanRecord(v.tx.QueryRowContext(ctx, "SELECT "+recordColumns+recordFrom+" WHERE i.item_id = ?", id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, server.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("reading an item: %w", err)
	}
	var rules string
	err = v.tx.QueryRowContext(ctx, `SELECT version FROM item_rules JOIN rule_versions ON id = rules_id WHERE pk = ?`, rec.pk).Scan(&rules)
	if err != nil && !errors.Is(err, sql.ErrNoRows) { // redact-stored makes up for a note that is gone
		return nil, fmt.Errorf("reading an item's rule version: %w", err)
	}
	rec.item.Rules = rules
	return rec, nil
}

// Sources lists the sources that the scope allows, by name.
func (r *Reader) Sources(ctx context.Context, sc server.Scope) (out []server.SourceInfo, err error) {
	err = r.inView(ctx, func(v *view) error {
		out, err = v.sources(ctx, sc)
		return err
	})
	return out, err
}

func (v *view) sources(ctx context.Context, sc server.Scope) ([]server.SourceInfo, error) {
	p, err := v.permit(ctx, sc, "")
	if err != nil {
		return nil, err
	}
	rows, err := v.tx.QueryContext(ctx, `SELECT s.name,
			coalesce((SELECT sum(items) FROM tallies WHERE source_id = s.id), 0),
			coalesce((SELECT ended_ms FROM items WHERE source_id = s.id ORDER BY pk DESC LIMIT 1), 0)
		FROM sources s WHERE s.id IN (SELECT value FROM json_each(?)) ORDER BY s.name`, p.json())
	if err != nil {
		return nil, fmt.Errorf("listing sources: %w", err)
	}
	defer rows.Close()
	out := []server.SourceInfo{}
	for rows.Next() {
		var s server.SourceInfo
		var newest int64
		if err := rows.Scan(&s.Name, &s.Items, &newest); err != nil {
			return nil, fmt.Errorf("listing sources: %w", err)
		}
		s.Newest = fromMillis(newest)
		if s.Items > 0 {
			out = append(out, s)
		}
	}
	return out, rows.Err()
}

// Overview counts what the scope holds.
func (r *Reader) Overview(ctx context.Context, sc server.Scope) (o server.Overview, err error) {
	err = r.inView(ctx, func(v *view) error {
		o, err = v.overview(ctx, sc)
		return err
	})
	return o, err
}

func (v *view) overview(ctx context.Context, sc server.Scope) (o server.Overview, err error) {
	o.Projects = map[string]int{}
	if o.Sources, err = v.sources(ctx, sc); err != nil {
		return o, err
	}
	for _, s := range o.Sources {
		o.Items += s.Items
		if s.Newest.After(o.Newest) {
			o.Newest = s.Newest
		}
	}
	p, err := v.permit(ctx, sc, "")
	if err != nil {
		return o, err
	}
	rows, err := v.tx.QueryContext(ctx, `SELECT p.name, sum(t.items) FROM tallies t JOIN projects p ON p.id = t.project_id
		WHERE t.source_id IN (SELECT value FROM json_each(?)) GROUP BY p.name HAVING sum(t.items) > 0`, p.json())
	if err != nil {
		return o, fmt.Errorf("counting projects: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var n int
		if err := rows.Scan(&name, &n); err != nil {
			return o, fmt.Errorf("counting projects: %w", err)
		}
		o.Projects[name] = n
	}
	if err := rows.Err(); err != nil {
		return o, fmt.Errorf("counting projects: %w", err)
	}
	var oldest int64
	err = v.tx.QueryRowContext(ctx, `SELECT coalesce(min((SELECT ended_ms FROM items WHERE source_id = s.id ORDER BY pk LIMIT 1)), 0)
		FROM sources s WHERE s.id IN (SELECT value FROM json_each(?))`, p.json()).Scan(&oldest)
	if err != nil {
		return o, fmt.Errorf("finding the oldest item: %w", err)
	}
	o.Oldest = fromMillis(oldest)
	return o, nil
}
