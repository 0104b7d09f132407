package app

import (
	"context"

	"jezero/server/sqlite"
)

// Vacuum builds the library's file anew; see sqlite.DB.Vacuum.
func (l *Library) Vacuum(ctx context.Context) (res sqlite.VacuumResult, err error) {
	err = l.Change(ctx, func(db *sqlite.DB) error {
		res, err = db.Vacuum(ctx)
		return err
	})
	return res, err
}
