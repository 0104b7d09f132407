package app

import (
	"context"
	"errors"

	"jezero/server/chain"
	"jezero/server/sqlite"
)

// RotateKeys makes a fresh chain key and lets it sign from now on, the head
// first. What older keys signed is not signed anew, and they stay in the file:
// without them it could not be checked. It returns the ids of the key before
// and of the new one.
func (l *Library) RotateKeys(ctx context.Context) (before, after string, err error) {
	if !exists(l.Config.Server.Database) {
		return "", "", sqlite.ErrNoLibrary
	}
	err = l.Locked(func() (err error) {
		keys, err := chain.LoadKeys(l.Config.Chain.KeyFile)
		if err != nil {
			return err
		}
		// Before anything changes: keys are not rotated over a library that
		// does not fit its head.
		db, err := sqlite.Open(ctx, l.Config.Server.Database, sqlite.Options{Keys: keys})
		if err != nil {
			return err
		}
		before = keys.Current()
		if err := chain.RemoveLeftovers(l.Config.Chain.KeyFile); err != nil {
			return errors.Join(err, db.Close())
		}
		next, err := keys.Rotate(l.Config.Chain.KeyFile)
		if err == nil {
			after = next.Current()
			err = db.SignHead(ctx, next)
		}
		return errors.Join(err, db.Close())
	})
	return before, after, err
}
