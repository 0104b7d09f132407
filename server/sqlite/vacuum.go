package sqlite

import (
	"context"
	"errors"
	"fmt"
)

// VacuumResult is what Vacuum did.
type VacuumResult struct {
	Before, After int64 // bytes of the database file and its write-ahead log
	Reindexed     bool  // the search index did not fit the items, and was made anew
}

// Vacuum builds the library's file anew without free space, merges the search
// index into one segment and empties the write-ahead log; an index that does
// not fit the items is made anew first. Old bytes are gone afterwards.
// ErrOldBytes says that another program is reading, so that nothing was done
// for good.
func (d *DB) Vacuum(ctx context.Context) (res VacuumResult, err error) {
	if res.Before, err = d.bytes(ctx); err != nil {
		return res, err
	}
	err = d.CheckIndex(ctx)
	if errors.Is(err, ErrIndex) {
		res.Reindexed = true
		err = d.RebuildIndex(ctx)
	}
	if err == nil {
		err = d.inTx(ctx, func(t *tx) error { return t.mark(ctx, scrubFact) })
	}
	if err == nil {
		err = d.scrub(ctx)
	}
	if err != nil {
		return res, err
	}
	res.After, err = d.bytes(ctx)
	return res, err
}

func (d *DB) bytes(ctx context.Context) (int64, error) {
	st, err := d.Stats(ctx)
	if err != nil {
		return 0, fmt.Errorf("measuring the library: %w", err)
	}
	return st.Bytes, nil
}
