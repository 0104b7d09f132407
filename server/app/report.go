package app

import (
	"context"
	"errors"
	"fmt"

	"jezero/server/chain"
	"jezero/server/ingest"
	"jezero/server/sqlite"
)

// States of the search index.
const (
	IndexGood    = "good"
	IndexBad     = "does not fit the items; run: jezero vacuum"
	IndexUnknown = "not checked, another run is in progress"
)

// ChainReport describes the chains, the index and the copies of the library.
type ChainReport struct {
	sqlite.ChainReport
	Index   string
	Backups []string
}

// ChainReport describes the library for its owner. It changes nothing; the
// index is checked only while nobody writes.
func (l *Library) ChainReport(ctx context.Context) (rep ChainReport, err error) {
	r, err := l.Reader()
	if err != nil {
		return rep, err
	}
	defer r.Close()
	if rep.ChainReport, err = r.ChainReport(ctx); err != nil {
		return rep, err
	}
	if rep.Backups, err = l.Backups(); err != nil {
		return rep, err
	}
	rep.Index, err = l.checkIndex(ctx)
	return rep, err
}

// checkIndex says how the search index is.
func (l *Library) checkIndex(ctx context.Context) (string, error) {
	err := l.Change(ctx, func(db *sqlite.DB) error { return db.CheckIndex(ctx) })
	switch {
	case err == nil:
		return IndexGood, nil
	case errors.Is(err, sqlite.ErrIndex):
		return IndexBad, nil
	case errors.Is(err, ingest.ErrBusy):
		return IndexUnknown, nil
	case errors.Is(err, sqlite.ErrAnchor), errors.Is(err, chain.ErrNoKeys):
		return fmt.Sprintf("not checked: %v", err), nil
	}
	return "", err
}
