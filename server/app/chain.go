package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"jezero/server/chain"
	"jezero/server/sqlite"
)

// keyStore is where the configuration says that the chain keys are. JL-67
func (l *Library) keyStore() chain.Store {
	switch c := l.Config.Chain; {
	case c.KeyEnv != "":
		return chain.Variable{Name: c.KeyEnv, Value: l.Config.Getenv(c.KeyEnv)}
	case c.Keychain != "":
		return chain.Keychain(c.Keychain)
	case c.PassphraseEnv != "":
		return chain.Sealed{Path: c.KeyFile, Passphrase: l.Config.Getenv(c.PassphraseEnv)}
	default:
		return chain.File(c.KeyFile)
	}
}

// loadKeys loads the keys; none are made.
func (l *Library) loadKeys() (*chain.Keys, error) {
	k, err := chain.Load(l.keyStore())
	if errors.Is(err, chain.ErrShortPassphrase) && l.Config.Getenv(l.Config.Chain.PassphraseEnv) == "" {
		return nil, fmt.Errorf("the chain keys are sealed, and variable %s is not set: set it to their passphrase", l.Config.Chain.PassphraseEnv)
	}
	return k, err
}

// Keys loads the keys that sign events. They are made when there is no library
// yet; a library whose keys are gone is not written to.
func (l *Library) Keys() (*chain.Keys, error) {
	k, err := l.loadKeys()
	if !errors.Is(err, chain.ErrNoKeys) {
		return k, err
	}
	store := l.keyStore()
	if _, statErr := os.Stat(l.Config.Server.Database); !errors.Is(statErr, fs.ErrNotExist) {
		todo := "put them back from your copy, with `jezero chain import FILE`"
		switch {
		case l.Config.Chain.KeyEnv != "":
			todo = "put the line of your copy into the variable"
		case l.Config.Chain.KeyFile != "":
			todo = "put the file back from your copy, or an exported one with `jezero chain import FILE`"
		}
		return nil, fmt.Errorf("%w in %s, but there is a library that was signed: %s", chain.ErrNoKeys, store, todo)
	}
	if err := l.roomForKeys(); err != nil {
		return nil, err
	}
	k, err = chain.Create(store)
	if errors.Is(err, chain.ErrReadOnly) {
		return nil, fmt.Errorf("%w: the %s is not set; make keys with `jezero chain new FILE` and put its line into the variable", chain.ErrNoKeys, store)
	}
	return k, err
}

// roomForKeys makes the folder of a key file, and removes what a program left
// there that was killed while it wrote one.
func (l *Library) roomForKeys() error {
	file := l.Config.Chain.KeyFile
	if file == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return fmt.Errorf("making the folder of the chain keys: %w", err)
	}
	return chain.RemoveLeftovers(file)
}

// Rotation is what RotateKeys did.
type Rotation struct {
	Before, After string // ids of the keys
	Place         string // where the keys are now
}

// RotateKeys makes a fresh chain key and lets it sign from now on, the head
// first. What older keys signed is not signed anew, and they stay where they
// are: without them it could not be checked. Keys in a variable cannot be
// written back: they and the fresh one go to the file to, which must not exist,
// and sign once their owner has put them in place.
func (l *Library) RotateKeys(ctx context.Context, to string) (r Rotation, err error) {
	if !exists(l.Config.Server.Database) {
		return r, sqlite.ErrNoLibrary
	}
	store := l.keyStore()
	_, inVariable := store.(chain.Variable)
	switch {
	case inVariable && to == "":
		return r, fmt.Errorf("the chain keys are in %s, which jezero cannot write: `jezero chain rotate --to FILE` writes the new ones to a file", store)
	case !inVariable && to != "":
		return r, fmt.Errorf("--to is for keys in a variable; these are in %s and are changed there", store)
	}
	r.Place = store.String()
	err = l.Locked(func() (err error) {
		keys, err := l.loadKeys()
		if err != nil {
			return err
		}
		// Before anything changes: keys are not rotated over a library that
		// does not fit its head.
		db, err := sqlite.Open(ctx, l.Config.Server.Database, sqlite.Options{Keys: keys})
		if err != nil {
			return err
		}
		r.Before = keys.Current()
		if err := l.roomForKeys(); err != nil {
			return errors.Join(err, db.Close())
		}
		var next *chain.Keys
		if to != "" {
			r.Place = to
			next, err = keys.RotateTo(chain.File(to))
		} else if next, err = keys.RotateIn(store); err == nil {
			err = db.SignHead(ctx, next)
		}
		if err == nil {
			r.After = next.Current()
		}
		return errors.Join(err, db.Close())
	})
	return r, err
}

// ExportKeys writes the chain keys to a file of their own, mode 0600 and on one
// line: a copy to keep elsewhere, or what a variable is to hold. An existing
// file is an error.
func (l *Library) ExportKeys(to string) error {
	keys, err := l.loadKeys()
	if err != nil {
		return err
	}
	return chain.File(to).Write(keys.Line(), false)
}

// NewKeys writes fresh chain keys to a file, as ExportKeys does.
func NewKeys(to string) error { return chain.File(to).Write(chain.NewKeys().Line(), false) }

// ImportKeys puts exported keys where the configuration says that they are
// kept. Keys that are there stay, and where there is a library, the keys must
// be those that signed it.
func (l *Library) ImportKeys(ctx context.Context, from string) error {
	keys, err := chain.LoadKeys(from)
	if err != nil {
		return err
	}
	return l.Locked(func() error {
		store := l.keyStore()
		if _, err := store.Read(); err == nil {
			return fmt.Errorf("%w: %s", chain.ErrKeysExist, store)
		} else if !errors.Is(err, chain.ErrNoKeys) {
			return err
		}
		if path := l.Config.Server.Database; exists(path) {
			report, err := verify(ctx, path, keys)
			if err != nil {
				return err
			}
			if !report.OK() {
				return fmt.Errorf("the keys in %s do not fit the library: %s", from, report.Problems[0])
			}
		}
		if err := l.roomForKeys(); err != nil {
			return err
		}
		err := keys.Put(store)
		if errors.Is(err, chain.ErrReadOnly) {
			return fmt.Errorf("%w; the keys in %s fit: put its line into the variable", err, from)
		}
		return err
	})
}
