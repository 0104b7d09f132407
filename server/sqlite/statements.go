package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
)

// maxStatements bounds the prepared statements of a connection. The queries here
// are a few dozen constant texts, so that the bound is only for accidents.
const maxStatements = 96

// liteConn is what the driver's connections do beside the minimum.
type liteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// readConn is a connection that keeps its statements prepared from one operation
// to the next: a search asks a dozen small questions, and preparing them costs
// more than answering them. The statements live and die with the connection;
// between operations none of them is in use, so none holds the library.
type readConn struct {
	liteConn
	idle map[string]driver.Stmt // by query; one in use is not in here
}

func keepStatements(c driver.Conn) (driver.Conn, error) {
	lc, ok := c.(liteConn)
	if !ok {
		return nil, errors.New("internal error: the SQLite driver lacks a method")
	}
	return &readConn{liteConn: lc, idle: map[string]driver.Stmt{}}, nil
}

// QueryContext runs a query with the statement kept from last time.
func (c *readConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	s := c.idle[query]
	delete(c.idle, query) // the same query may run twice at once
	if s == nil {
		var err error
		if s, err = c.PrepareContext(ctx, query); err != nil {
			return nil, err
		}
	}
	rows, err := s.(driver.StmtQueryContext).QueryContext(ctx, args)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return &readRows{Rows: rows, conn: c, query: query, stmt: s}, nil
}

// keep puts a statement back that is no longer in use.
func (c *readConn) keep(query string, s driver.Stmt) error {
	if c.idle == nil || c.idle[query] != nil || len(c.idle) >= maxStatements {
		return s.Close()
	}
	c.idle[query] = s
	return nil
}

func (c *readConn) Close() error {
	var errs []error
	for _, s := range c.idle {
		errs = append(errs, s.Close())
	}
	c.idle = nil
	return errors.Join(append(errs, c.liteConn.Close())...)
}

// readRows gives its statement back when it is closed.
type readRows struct {
	driver.Rows
	conn  *readConn
	query string
	stmt  driver.Stmt
}

func (r *readRows) Close() error {
	err := r.Rows.Close() // resets the statement
	if r.stmt == nil {
		return err
	}
	s := r.stmt
	r.stmt = nil
	if err != nil {
		return errors.Join(err, s.Close())
	}
	return r.conn.keep(r.query, s)
}
